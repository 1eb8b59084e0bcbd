// expect: TRUE
// expect rc11: FALSE(reach)
// engines: graph order
// properties: reach
/* Where one of the fences is not executed, both threads may miss the other's store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);
static atomic_int x, y;
static int r1, r2;

static void *first(void *fenced) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  if (fenced)
    atomic_thread_fence(memory_order_seq_cst);
  r1 = atomic_load_explicit(&y, memory_order_relaxed);
  return NULL;
}

static void *second(void *fenced) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  if (fenced)
    atomic_thread_fence(memory_order_seq_cst);
  r2 = atomic_load_explicit(&x, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  _Bool fenced = __VERIFIER_nondet_bool(), also = __VERIFIER_nondet_bool();
  pthread_create(&a, NULL, first, fenced ? NULL : &x);
  pthread_create(&b, NULL, second, also ? NULL : &x);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);
}
// SPDX-License-Identifier: Apache-2.0
