// expect: TRUE
/* sigsetjmp and siglongjmp do the same. */
#include <assert.h>
#include <setjmp.h>
static sigjmp_buf place;
int main(void) {
  int value = sigsetjmp(place, 1);
  if (value == 0)
    siglongjmp(place, 5);
  assert(value == 5);
}
// SPDX-License-Identifier: Apache-2.0
