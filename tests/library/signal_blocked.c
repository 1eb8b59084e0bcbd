// expect: UNKNOWN(raise of a signal that is or was blocked at tests/library/signal_blocked.c:10)
/* It would have to wait until it is not blocked any more. */
#include <pthread.h>
#include <signal.h>
int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  raise(SIGTERM);
}
// SPDX-License-Identifier: Apache-2.0
