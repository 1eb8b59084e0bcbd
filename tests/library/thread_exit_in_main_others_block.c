// expect: FALSE(deadlock)
/* A thread that waits forever after main has ended is a deadlock. */
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
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
