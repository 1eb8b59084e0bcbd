// expect: TRUE
// expect tso: TRUE
// engines: reference auto
// Locks, joins, semaphores and barriers order accesses, whatever relaxed counters do besides.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

int guarded, posted, met;
atomic_int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t posts;
pthread_barrier_t meeting;

void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  guarded++;
  pthread_mutex_unlock(&lock);
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
  posted = 1;
  sem_post(&posts);
  met = 1;
  pthread_barrier_wait(&meeting);
  return argument;
}

int main(void) {
  pthread_t thread;
  sem_init(&posts, 0, 0);
  pthread_barrier_init(&meeting, NULL, 2);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  guarded++;
  pthread_mutex_unlock(&lock);
  sem_wait(&posts);
  assert(posted == 1);
  pthread_barrier_wait(&meeting);
  assert(met == 1);
  pthread_join(thread, NULL);
  assert(guarded == 2 && atomic_load_explicit(&counter, memory_order_relaxed) == 1);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
