// expect: FALSE(race)
// expect rc11: FALSE(race)
// properties: reach,race
// engines: graph
/* A relaxed store does not tell the other thread that the mutex is ready. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mutex;
static atomic_int is_ready;
static void *work(void *unused) {
  if (atomic_load_explicit(&is_ready, memory_order_relaxed)) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_init(&mutex, NULL);
  atomic_store_explicit(&is_ready, 1, memory_order_relaxed);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
