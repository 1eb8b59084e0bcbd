// expect: TRUE
/* The next holder of a robust mutex learns that the last one died. */
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
  int value;
  pthread_mutexattr_init(&attributes);
  assert(pthread_mutexattr_setrobust(&attributes, 77) == EINVAL);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  assert(pthread_mutexattr_getrobust(&attributes, &value) == 0 && value == PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(pthread_mutex_lock(&mutex) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_consistent(&mutex) == EINVAL);
}
// SPDX-License-Identifier: Apache-2.0
