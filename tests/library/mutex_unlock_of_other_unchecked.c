// expect: TRUE
// properties: reach,deadlock
/* In glibc such an unlock frees the mutex. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *argument) {
  assert(pthread_mutex_unlock(&mutex) == 0);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
