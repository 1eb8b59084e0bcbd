// expect: TRUE
#include <assert.h>
#include <signal.h>
#include <stddef.h>
static int calls;
static void handle(int number) { calls += number == SIGUSR1; }
int main(void) {
  sigset_t set, pending;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR1);
  signal(SIGUSR1, SIG_IGN);
  sigpending(&pending);
  assert(!sigismember(&pending, SIGUSR1));
  signal(SIGUSR1, handle);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  assert(calls == 0);
}
// SPDX-License-Identifier: Apache-2.0
