// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// engines: graph order
// properties: reach
/* The stores before the flag are seen behind it, but an input says where they go. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);
static atomic_int x, y, flag;
static _Bool here, there;

static void *publish(void *unused) {
  atomic_store_explicit(here ? &x : &y, 1, memory_order_relaxed);
  atomic_store_explicit(there ? &y : &x, 2, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t a;
  here = __VERIFIER_nondet_bool();
  there = __VERIFIER_nondet_bool();
  pthread_create(&a, NULL, publish, NULL);
  int seen = atomic_load_explicit(&flag, memory_order_acquire);
  assert(!(seen == 1 && atomic_load_explicit(&x, memory_order_relaxed) == 0));
  pthread_join(a, NULL);
}
// SPDX-License-Identifier: Apache-2.0
