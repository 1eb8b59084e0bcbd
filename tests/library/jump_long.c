// expect: TRUE
/* longjmp returns to setjmp, from below, with a value that is not 0. */
#include <assert.h>
#include <setjmp.h>
static jmp_buf place;
static void deep(int value) {
  if (value < 3)
    deep(value + 1);
  longjmp(place, value == 3 ? 0 : value);
}
int main(void) {
  volatile int times = 0;
  int value = setjmp(place);
  times++;
  if (times == 1)
    deep(0);
  assert(value == 1 && times == 2);
}
// SPDX-License-Identifier: Apache-2.0
