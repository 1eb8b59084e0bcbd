// expect: FALSE(lock)
/* A detached thread that runs must not be joined. */
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
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
