// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 2
// orders: minimal
/* A test-and-test-and-set lock: spin on a load, and exchange only when the lock looks free. The load
 * needs no order, as the exchange acquires. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int counter;

static void lock(void) {
  for (;;) {
    while (atomic_load_explicit(&taken, memory_order_relaxed))
      ;
    if (!atomic_exchange_explicit(&taken, 1, memory_order_acquire))
      return;
  }
}

static void unlock(void) {
  atomic_store_explicit(&taken, 0, memory_order_release);
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
