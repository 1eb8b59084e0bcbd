// expect: TRUE
// expect rc11: FALSE(memory)
// engines: graph order
// properties: reach,memory
/* The index that was announced may still be the old one, which is too large. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int index_, announced;
static int values[4];

static void *writer(void *unused) {
  atomic_store_explicit(&index_, 5, memory_order_relaxed);
  atomic_store_explicit(&index_, 3, memory_order_relaxed);
  atomic_store_explicit(&announced, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int sum = 0;
  if (atomic_load_explicit(&announced, memory_order_relaxed))
    sum = values[atomic_load_explicit(&index_, memory_order_relaxed)];
  pthread_join(thread, 0);
  return sum;
}
// SPDX-License-Identifier: Apache-2.0
