// expect: TRUE
// properties: reach,memory
// lp64-only
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void) {
  time_t time = (time_t)1 << 60;
  assert(gmtime(&time) == NULL && errno == EOVERFLOW);
}
// SPDX-License-Identifier: Apache-2.0
