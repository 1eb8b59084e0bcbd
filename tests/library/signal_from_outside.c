// expect: FALSE(reach)
/* Whoever waits for SIGTERM gets it at any time, and is in no deadlock. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static sigset_t set;
static _Atomic int is_ready;
static void *wait_for_the_end(void *argument) {
  int number;
  sigwait(&set, &number);
  assert(number == SIGTERM);
  assert(is_ready);
  return argument;
}
int main(void) {
  pthread_t waiter;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&waiter, NULL, wait_for_the_end, NULL);
  is_ready = 1;
  pthread_join(waiter, NULL);
}
// SPDX-License-Identifier: Apache-2.0
