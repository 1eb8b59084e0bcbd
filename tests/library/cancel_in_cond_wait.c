// expect: TRUE
/* A cancelled waiter has the mutex when its cleanup handler runs. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static void give_back(void *argument) { assert(pthread_mutex_unlock(argument) == 0); }
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(give_back, &mutex);
  while (1)
    pthread_cond_wait(&never, &mutex);
  pthread_cleanup_pop(0);
  return argument;
}
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, run, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  assert(pthread_mutex_trylock(&mutex) == 0);
  assert(pthread_cond_destroy(&never) == 0);
}
// SPDX-License-Identifier: Apache-2.0
