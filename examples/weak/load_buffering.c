// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE TRUE
// repair: 0
// orders: minimal
/* Load buffering (LB): no value comes out of thin air, whatever the orders are. rc11 forbids the
 * outcome, which hardware may show. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *left(void *unused) {
  a = atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return unused;
}

static void *right(void *unused) {
  b = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, left, NULL);
  pthread_create(&ids[1], NULL, right, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  assert(!(a && b));
  return 0;
}
