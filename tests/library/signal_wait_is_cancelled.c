// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static sigset_t set;
static int cleaned;
static void clean(void *argument) { cleaned = argument == NULL; }
static void *wait_for_ever(void *argument) {
  int number;
  pthread_cleanup_push(clean, NULL);
  sigwait(&set, &number);
  pthread_cleanup_pop(0);
  return argument;
}
int main(void) {
  pthread_t waiter;
  void *result;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&waiter, NULL, wait_for_ever, NULL);
  pthread_cancel(waiter);
  pthread_join(waiter, &result);
  assert(result == PTHREAD_CANCELED && cleaned);
}
// SPDX-License-Identifier: Apache-2.0
