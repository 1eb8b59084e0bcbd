// expect: FALSE(deadlock)
/* A thread that ends with a mutex leaves the others waiting. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
