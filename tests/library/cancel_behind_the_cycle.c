// expect: FALSE(deadlock)
// engines: reference explicit
/* Whoever would cancel the joiner needs the mutex first. */
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
static pthread_t joiner;
static void *join(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  pthread_join(worker, NULL);
  pthread_cleanup_pop(1);
  return argument;
}
static void *cancel(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_cancel(joiner);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t other;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&joiner, NULL, join, NULL);
  pthread_create(&other, NULL, cancel, NULL);
  for (;;)
    ;
}
// SPDX-License-Identifier: Apache-2.0
