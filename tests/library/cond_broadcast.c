// expect: TRUE
/* A broadcast wakes all waiters. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, run, NULL);
  pthread_create(&second, NULL, run, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
// SPDX-License-Identifier: Apache-2.0
