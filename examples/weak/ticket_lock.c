// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 2
// orders: minimal
/* A ticket lock: draw a number, wait until it is called. Drawing needs no order: the lock is taken by
 * the load that sees the number called, and given back by the store that calls the next. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, called;
static int counter;

static void lock(void) {
  unsigned ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&called, memory_order_acquire) != ticket)
    ;
}

static void unlock(void) {
  unsigned ticket = atomic_load_explicit(&called, memory_order_relaxed);
  atomic_store_explicit(&called, ticket + 1, memory_order_release);
}

static void *work(void *unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, work, NULL);
  pthread_create(&ids[1], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  assert(counter == 2);
  return 0;
}
