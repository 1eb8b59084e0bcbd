// expect: TRUE
// expect rc11: FALSE(reach)
// engines: graph order
// properties: reach
/* Taking and giving back a lock of one's own orders nothing between other threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int r1, r2;

static void *one(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  r1 = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}
static void *two(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  r2 = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
