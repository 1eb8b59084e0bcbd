// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// properties: reach,race,lock,deadlock
// engines: graph auto
/* A spurious wake-up is noticed: the thread waits again. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int is_full, item;
static void *producer(void *unused) {
  pthread_mutex_lock(&lock);
  item = 1;
  is_full = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *consumer(void *unused) {
  pthread_mutex_lock(&lock);
  while (!is_full)
    pthread_cond_wait(&filled, &lock);
  assert(item == 1);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, producer, NULL);
  pthread_create(&threads[1], NULL, consumer, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
// SPDX-License-Identifier: Apache-2.0
