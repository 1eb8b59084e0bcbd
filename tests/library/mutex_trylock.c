// expect: TRUE
/* A try succeeds only if the mutex is free. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *argument) {
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  return argument;
}
int main(void) {
  pthread_t thread;
  assert(pthread_mutex_trylock(&mutex) == 0);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
