// expect: TRUE
/* A recursive mutex is free after as many unlocks as locks. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void *run(void *argument) {
  assert((pthread_mutex_trylock(&mutex) == EBUSY) == (argument != NULL));
  return NULL;
}
static void in_thread(void *argument) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, argument);
  pthread_join(thread, NULL);
}
int main(void) {
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_trylock(&mutex) == 0);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  in_thread(&mutex);
  pthread_mutex_unlock(&mutex);
  in_thread(NULL);
}
// SPDX-License-Identifier: Apache-2.0
