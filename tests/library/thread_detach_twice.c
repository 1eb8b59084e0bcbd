// expect: FALSE(lock)
/* A detached thread must not be detached again. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, run, NULL);
  pthread_detach(thread);
  pthread_detach(thread);
}
// SPDX-License-Identifier: Apache-2.0
