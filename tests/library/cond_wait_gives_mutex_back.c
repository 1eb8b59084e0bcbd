// expect: TRUE
/* While a thread waits, others can take the mutex. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, inside;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  inside++;
  assert(inside == 1);
  ready = 1;
  pthread_cond_broadcast(&changed);
  inside--;
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, run, NULL);
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
