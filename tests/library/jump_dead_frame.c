// expect: FALSE(memory)
/* There is no way back into a function that has returned. */
#include <setjmp.h>
static jmp_buf place;
static int mark(void) { return setjmp(place); }
int main(void) {
  if (mark() == 0)
    longjmp(place, 1);
}
// SPDX-License-Identifier: Apache-2.0
