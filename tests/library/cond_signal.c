// expect: TRUE
/* A waiter with a loop around its condition always gets the signal. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  assert(pthread_cond_signal(&changed) == 0);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready)
    assert(pthread_cond_wait(&changed, &mutex) == 0);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
