// expect: UNKNOWN(ignoring a signal that may be pending for another thread at tests/library/signal_ignored_in_another_thread.c:17)
#include <pthread.h>
#include <signal.h>
static void *wait(void *set) {
  int number;
  sigwait(set, &number);
  return NULL;
}
int main(void) {
  pthread_t other;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&other, NULL, wait, &set);
  pthread_kill(other, SIGUSR1);
  signal(SIGUSR1, SIG_IGN);
  pthread_detach(other);
}
// SPDX-License-Identifier: Apache-2.0
