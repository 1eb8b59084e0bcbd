// expect: FALSE(race)
// properties: race
// The block holds anything, so that taking the mutex may fail. Both threads began before it was allocated.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(pthread_mutex_t *) lock;
static int x;

static void *work(void *unused) {
  if (lock) {
    pthread_mutex_lock(lock);
    x = 1;
  }
  return unused;
}

static void *work_too(void *unused) {
  if (lock) {
    pthread_mutex_lock(lock);
    x = 2;
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work_too, 0);
  lock = malloc(sizeof *lock);
  pthread_join(first, 0);
  pthread_join(second, 0);
}

// SPDX-License-Identifier: Apache-2.0
