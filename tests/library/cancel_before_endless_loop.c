// expect: TRUE
// properties: deadlock
// engines: reference explicit
/* Main cancels the joiner for certain, and goes on forever afterwards. */
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
int main(void) {
  pthread_t joiner;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&joiner, NULL, join, NULL);
  pthread_cancel(joiner);
  for (;;)
    ;
}
// SPDX-License-Identifier: Apache-2.0
