// expect: TRUE
/* By siglongjmp, if sigsetjmp was asked to keep it; what was pending meanwhile is delivered then. */
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
static sigjmp_buf place;
static int calls;
static void leave(int number) {
  calls++;
  if (calls == 1)
    raise(number);
  siglongjmp(place, number);
}
int main(void) {
  sigset_t now;
  signal(SIGFPE, leave);
  int caught = sigsetjmp(place, 1);
  sigprocmask(SIG_BLOCK, NULL, &now);
  if (caught == 0)
    raise(SIGFPE);
  assert(calls == 2 && caught == SIGFPE && !sigismember(&now, SIGFPE));
}
// SPDX-License-Identifier: Apache-2.0
