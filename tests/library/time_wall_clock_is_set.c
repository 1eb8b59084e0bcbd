// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <time.h>
int main(void) {
  time_t a = time(NULL), b = time(NULL);
  assert(a <= b);
}
// SPDX-License-Identifier: Apache-2.0
