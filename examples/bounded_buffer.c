// expect: TRUE
// A producer and a consumer share a buffer with one slot, guarded by a mutex and a condition
// variable. Everything arrives, once and in order, whatever the schedule.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { ITEMS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int slot, full;

static void *produce(void *unused) {
  (void)unused;
  for (int item = 1; item <= ITEMS; item++) {
    pthread_mutex_lock(&lock);
    while (full)
      pthread_cond_wait(&changed, &lock);
    slot = item;
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  for (int item = 1; item <= ITEMS; item++) {
    pthread_mutex_lock(&lock);
    while (!full)
      pthread_cond_wait(&changed, &lock);
    assert(slot == item);
    full = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(producer, NULL);
}
// SPDX-License-Identifier: Apache-2.0
