// expect: TRUE
/* After a broadcast it may be destroyed, even if the waiter has not yet gone on. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, waits;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  waits = 1;
  if (!ready)
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(&changed);
  if (waits)
    pthread_cond_destroy(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
