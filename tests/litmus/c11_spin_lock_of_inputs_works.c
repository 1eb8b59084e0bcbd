// expect: TRUE
// expect rc11: TRUE
// engines: order
// properties: reach
/* A lock that is tested before it is taken, around sums of inputs. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
static atomic_int lock;
static int total;

static void acquire(void) {
  do
    while (atomic_load_explicit(&lock, memory_order_relaxed))
      ;
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire));
}

static void release(void) { atomic_store_explicit(&lock, 0, memory_order_release); }

static void *add(void *amount) {
  acquire();
  total += *(int *)amount;
  release();
  return NULL;
}

int main(void) {
  pthread_t first, second;
  int a = __VERIFIER_nondet_int() % 1000, b = __VERIFIER_nondet_int() % 1000;
  pthread_create(&first, NULL, add, &a);
  pthread_create(&second, NULL, add, &b);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(total == a + b);
}
// SPDX-License-Identifier: Apache-2.0
