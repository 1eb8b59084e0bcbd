// expect: UNKNOWN(raise of a signal in its own handler, or after a longjmp out of it at tests/library/signal_handler_left.c:14)
/* longjmp does not unblock the signal, so the second one waits. */
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
