// expect: UNKNOWN(threads wait for each other in a cycle, and it is not certain that pthread_cancel ends the wait at tests/library/cancel_never_comes.c:18)
// properties: deadlock
// engines: reference explicit
/* Main goes on forever and would cancel the joiner only after something that never happens. */
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t worker;
static void unlock(void *argument) { pthread_mutex_unlock(argument); }
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
static void *join(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  pthread_join(worker, NULL);
  pthread_cleanup_pop(1);
  return argument;
}
static volatile int alarm_raised;
int main(void) {
  pthread_t joiner;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&joiner, NULL, join, NULL);
  for (;;)
    if (alarm_raised)
      pthread_cancel(joiner);
}
// SPDX-License-Identifier: Apache-2.0
