// expect: FALSE(race)
/* A program may define a function of the library itself. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;
int pthread_mutex_lock(pthread_mutex_t *object) { return object == NULL; }
int pthread_mutex_unlock(pthread_mutex_t *object) { return object == NULL; }
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
}
// SPDX-License-Identifier: Apache-2.0
