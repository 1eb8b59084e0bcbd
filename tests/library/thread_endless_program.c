// expect: TRUE
/* A program that runs forever has finitely many states. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;
static void *produce(void *argument) {
  while (1) {
    pthread_mutex_lock(&mutex);
    while (full)
      pthread_cond_wait(&changed, &mutex);
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  while (1) {
    pthread_mutex_lock(&mutex);
    while (!full)
      pthread_cond_wait(&changed, &mutex);
    full = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
}
// SPDX-License-Identifier: Apache-2.0
