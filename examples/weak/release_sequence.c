// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 2
// orders: minimal
/* A release sequence: who acquires the count that a relaxed increment left still synchronises with
 * the release before it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int count;

static void *publish(void *unused) {
  data = 42;
  atomic_store_explicit(&count, 1, memory_order_release);
  return unused;
}

static void *increment(void *unused) {
  int old = 1;
  atomic_compare_exchange_strong_explicit(&count, &old, 2, memory_order_relaxed,
                                          memory_order_relaxed);
  return unused;
}

static void *consume(void *unused) {
  if (atomic_load_explicit(&count, memory_order_acquire) == 2)
    assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t ids[3];
  pthread_create(&ids[0], NULL, publish, NULL);
  pthread_create(&ids[1], NULL, increment, NULL);
  pthread_create(&ids[2], NULL, consume, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
