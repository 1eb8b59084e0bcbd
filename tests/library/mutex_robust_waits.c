// expect: TRUE
/* A thread that waits for a robust mutex goes on when the holder dies. */
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
  int locked = pthread_mutex_lock(&mutex);
  assert(locked == 0 || locked == EOWNERDEAD);
}
// SPDX-License-Identifier: Apache-2.0
