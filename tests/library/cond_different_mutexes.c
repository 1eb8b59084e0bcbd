// expect: FALSE(lock)
// properties: lock
/* Threads that wait at the same time must use the same mutex. */
#include <pthread.h>
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *run(void *argument) {
  pthread_mutex_lock(&one);
  pthread_cond_wait(&changed, &one);
  pthread_mutex_unlock(&one);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_lock(&two);
  pthread_cond_wait(&changed, &two);
}
// SPDX-License-Identifier: Apache-2.0
