// expect: UNKNOWN(threads wait for each other in a cycle, and it is not certain that pthread_cancel ends the wait at tests/library/cancel_of_others_forever.c:18)
// properties: deadlock
// engines: reference explicit
/* Main goes on cancelling another thread. */
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
static pthread_t other;
static void *idle(void *argument) {
  for (;;)
    pthread_testcancel();
  return argument;
}
int main(void) {
  pthread_t joiner;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&joiner, NULL, join, NULL);
  pthread_create(&other, NULL, idle, NULL);
  for (;;)
    pthread_cancel(other);
}
// SPDX-License-Identifier: Apache-2.0
