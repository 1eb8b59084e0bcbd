// expect: FALSE(deadlock)
// engines: explicit
/* SIGUSR1 is sent once, and two threads wait for it. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static sigset_t set;
static void *wait_for_it(void *argument) {
  sigwaitinfo(&set, NULL);
  return argument;
}
int main(void) {
  pthread_t waiters[2];
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create(&waiters[i], NULL, wait_for_it, NULL);
  kill(getpid(), SIGUSR1);
  for (int i = 0; i < 2; i++)
    pthread_join(waiters[i], NULL);
}
// SPDX-License-Identifier: Apache-2.0
