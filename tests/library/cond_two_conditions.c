// expect: TRUE
/* A signal reaches only those that wait on the same condition variable. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ping = PTHREAD_COND_INITIALIZER, pong = PTHREAD_COND_INITIALIZER;
static int turn;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  while (turn != 1)
    pthread_cond_wait(&ping, &mutex);
  turn = 2;
  pthread_cond_signal(&pong);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_lock(&mutex);
  turn = 1;
  pthread_cond_signal(&ping);
  while (turn != 2)
    pthread_cond_wait(&pong, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
