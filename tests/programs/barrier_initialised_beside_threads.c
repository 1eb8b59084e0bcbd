// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect rc11: TRUE
// engines: graph
/* A barrier and a condition variable that are initialised when there are threads already. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static pthread_cond_t changed;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *meet(void *argument) {
  x = 1;
  pthread_barrier_wait(&barrier);
  pthread_mutex_lock(&mutex);
  y = 2;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *count(void *argument) {
  pthread_mutex_lock(&mutex);
  y++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t counter, other;
  pthread_create(&counter, NULL, count, NULL);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_cond_init(&changed, NULL);
  pthread_create(&other, NULL, meet, NULL);
  pthread_barrier_wait(&barrier);
  assert(x == 1);
  pthread_mutex_lock(&mutex);
  while (y < 2)
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(other, NULL);
  pthread_join(counter, NULL);
  pthread_barrier_destroy(&barrier);
  pthread_cond_destroy(&changed);
  return 0;
}
