// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 3
// orders: minimal
/* Peterson's lock for two threads. Who wants to enter says so, leaves the turn to the other, and waits
 * while the other wants to enter and has the turn. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void lock(int self) {
  int other = 1 - self;
  atomic_store_explicit(&wants[self], 1, memory_order_relaxed);
  atomic_exchange_explicit(&turn, other, memory_order_acq_rel);
  while (atomic_load_explicit(&wants[other], memory_order_acquire) &&
         atomic_load_explicit(&turn, memory_order_relaxed) == other)
    ;
}

static void unlock(int self) {
  atomic_store_explicit(&wants[self], 0, memory_order_release);
}

static void *first(void *unused) {
  lock(0);
  inside++;
  unlock(0);
  return unused;
}

static void *second(void *unused) {
  lock(1);
  inside++;
  unlock(1);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, first, NULL);
  pthread_create(&ids[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  assert(inside == 2);
  return 0;
}
