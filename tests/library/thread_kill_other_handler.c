// expect: UNKNOWN(pthread_kill with a handler that another thread calls at tests/library/thread_kill_other_handler.c:12)
// properties: reach
#include <pthread.h>
#include <signal.h>
static int caught;
static void handler(int number) { caught = number; }
static void *wait(void *argument) { return argument; }
int main(void) {
  pthread_t other;
  signal(SIGUSR1, handler);
  pthread_create(&other, NULL, wait, NULL);
  pthread_kill(other, SIGUSR1);
  pthread_join(other, NULL);
}
// SPDX-License-Identifier: Apache-2.0
