// expect: TRUE
/* longjmp does not unblock the signal, so the second one is pending to the end. */
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
static jmp_buf place;
static int rounds;
static void leave(int number) { longjmp(place, number); }
int main(void) {
  signal(SIGFPE, leave);
  int caught = setjmp(place);
  assert(caught == (rounds == 0 ? 0 : SIGFPE));
  if (rounds++ < 2)
    raise(SIGFPE);
}
// SPDX-License-Identifier: Apache-2.0
