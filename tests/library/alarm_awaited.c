// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(reach)
// properties: reach,deadlock
/* A blocked alarm comes to whoever waits for it. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
  sigset_t set;
  int number = 0;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, NULL);
  alarm(5);
  sigwait(&set, &number);
  assert(number != SIGALRM);
}
