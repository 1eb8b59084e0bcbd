// expect rc11: FALSE(reach)
// expect: TRUE
// properties: reach
// engines: graph order
/* Relaxed read-modify-writes order nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, middle;
static int seen;
static void *left(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&middle, 0, memory_order_relaxed);
  seen = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, left, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&middle, 0, memory_order_relaxed);
  int also_seen = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(thread, 0);
  assert(seen || also_seen);
}
// SPDX-License-Identifier: Apache-2.0
