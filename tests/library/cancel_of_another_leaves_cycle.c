// expect: FALSE(deadlock)
// engines: reference explicit
/* Main runs on, but it will not cancel anybody any more. */
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
static void *idle(void *argument) { return argument; }
int main(void) {
  pthread_t joiner, other;
  pthread_create(&other, NULL, idle, NULL);
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&joiner, NULL, join, NULL);
  pthread_cancel(other);
  pthread_join(other, NULL);
  for (;;)
    ;
}
// SPDX-License-Identifier: Apache-2.0
