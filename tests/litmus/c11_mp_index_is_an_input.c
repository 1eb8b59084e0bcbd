// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// engines: order
// properties: reach
/* The store before the flag is seen behind it, but an input says to which element it goes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

unsigned __VERIFIER_nondet_uint(void);
static atomic_int cells[64], flag;
static unsigned first, second;

static void *publish(void *unused) {
  atomic_store_explicit(&cells[first % 64], 1, memory_order_relaxed);
  atomic_store_explicit(&cells[second % 64], 2, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t a;
  first = __VERIFIER_nondet_uint();
  second = __VERIFIER_nondet_uint();
  pthread_create(&a, NULL, publish, NULL);
  int seen = atomic_load_explicit(&flag, memory_order_acquire);
  assert(!(seen == 1 && atomic_load_explicit(&cells[0], memory_order_relaxed) == 0));
  pthread_join(a, NULL);
}
// SPDX-License-Identifier: Apache-2.0
