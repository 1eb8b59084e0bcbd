// expect: TRUE
/* Unlocked without being made consistent, a robust mutex is lost. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mutex;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  return argument;
}
int main(void) {
  pthread_mutexattr_t attributes;
  pthread_t thread;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&thread, NULL, run, NULL);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  pthread_join(thread, NULL);
  assert(pthread_mutex_trylock(&mutex) == EOWNERDEAD);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
  assert(pthread_mutex_destroy(&mutex) == 0);
}
// SPDX-License-Identifier: Apache-2.0
