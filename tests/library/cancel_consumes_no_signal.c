// expect: TRUE
/* A cancelled waiter does not take a signal from another. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void give_back(void *argument) { pthread_mutex_unlock(argument); }
static void *wait(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(give_back, &mutex);
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
  pthread_cleanup_pop(1);
  return argument;
}
static void *signal_one(void *argument) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t waiter, signaller;
  pthread_create(&waiter, NULL, wait, NULL);
  pthread_create(&signaller, NULL, signal_one, NULL);
  pthread_cancel(waiter);
  pthread_join(waiter, NULL);
  pthread_join(signaller, NULL);
}
// SPDX-License-Identifier: Apache-2.0
