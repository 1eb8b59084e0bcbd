// expect: TRUE
// engines: auto
/* Threads inherit the mask, so the signal is pending until somebody waits for it: for one thread, or for
 * the process. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static sigset_t set;
static int done;
static void *wait_for_both(void *argument) {
  int first, second;
  assert(sigwait(&set, &first) == 0 && sigwait(&set, &second) == 0);
  assert(first + second == SIGUSR1 + SIGUSR2 && first != second);
  done = 1;
  return argument;
}
int main(void) {
  pthread_t waiter;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&waiter, NULL, wait_for_both, NULL);
  kill(getpid(), SIGUSR1);
  pthread_kill(waiter, SIGUSR2);
  pthread_join(waiter, NULL);
  assert(done);
}
// SPDX-License-Identifier: Apache-2.0
