// expect: FALSE(deadlock)
#include <signal.h>
#include <stddef.h>
int main(void) {
  sigset_t set, none;
  sigemptyset(&none);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGUSR1, SIG_IGN);
  raise(SIGUSR1); /* pending, as it is blocked */
  sigsuspend(&none);
}
// SPDX-License-Identifier: Apache-2.0
