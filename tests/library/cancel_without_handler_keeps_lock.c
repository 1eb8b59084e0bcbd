// expect: FALSE(deadlock)
// engines: reference explicit
/* The cycle is broken, but without a handler the mutex stays locked. */
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
  pthread_join(worker, NULL);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t joiner;
  (void)unlock;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&joiner, NULL, join, NULL);
  pthread_cancel(joiner);
  pthread_join(joiner, NULL);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
