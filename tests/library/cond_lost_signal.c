// expect: FALSE(deadlock)
/* A signal without waiters is lost. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
