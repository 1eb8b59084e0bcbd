// expect: FALSE(deadlock)
/* A recursive mutex held twice is not given back by a wait. */
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
