// expect: FALSE(reach)
// properties: reach
/* Any number may come, the same one twice included. */
#include <assert.h>
#include <stdlib.h>
int main(void) {
  srand(1);
  assert(rand() % 2 == 0);
}
// SPDX-License-Identifier: Apache-2.0
