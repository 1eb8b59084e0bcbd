// expect: TRUE
/* Unlocking a recursive mutex one does not hold gives EPERM. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void *run(void *argument) {
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  return argument;
}
int main(void) {
  pthread_t thread;
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(pthread_mutex_unlock(&mutex) == 0);
}
// SPDX-License-Identifier: Apache-2.0
