// expect: TRUE
/* One cell between a producer and a consumer. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int cell, full;
static void *produce(void *argument) {
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&mutex);
    while (full)
      pthread_cond_wait(&changed, &mutex);
    cell = i;
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&mutex);
    while (!full)
      pthread_cond_wait(&changed, &mutex);
    assert(cell == i);
    full = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
