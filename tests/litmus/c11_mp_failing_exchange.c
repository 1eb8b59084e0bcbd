// expect: TRUE
// expect rc11: FALSE(reach)
// engines: graph order
// properties: reach
/* A compare-exchange that fails has another order: it does not acquire. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);
static atomic_int data, flag;

static void *publish(void *unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t a;
  int expected = __VERIFIER_nondet_bool();
  pthread_create(&a, NULL, publish, NULL);
  atomic_compare_exchange_strong_explicit(&flag, &expected, 2, memory_order_acquire,
                                          memory_order_relaxed);
  assert(expected == 0 || atomic_load_explicit(&data, memory_order_relaxed) == 1);
  pthread_join(a, NULL);
}
// SPDX-License-Identifier: Apache-2.0
