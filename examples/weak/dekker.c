// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE FALSE(reach) FALSE(race)
// repair: 3
// orders: minimal
/* The heart of Dekker's algorithm: a thread enters only if the other one does not want to. Both may
 * stay outside, never are both inside. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int inside;

static int try_lock(int self) {
  atomic_store_explicit(&wants[self], 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  if (!atomic_load_explicit(&wants[1 - self], memory_order_acquire))
    return 1;
  atomic_store_explicit(&wants[self], 0, memory_order_relaxed);
  return 0;
}

static void unlock(int self) {
  atomic_store_explicit(&wants[self], 0, memory_order_release);
}

static void *first(void *unused) {
  if (try_lock(0)) {
    inside = 1;
    assert(inside == 1);
    unlock(0);
  }
  return unused;
}

static void *second(void *unused) {
  if (try_lock(1)) {
    inside = 2;
    assert(inside == 2);
    unlock(1);
  }
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, first, NULL);
  pthread_create(&ids[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
