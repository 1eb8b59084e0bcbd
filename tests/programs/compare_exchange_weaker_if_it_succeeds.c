// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect rc11: FALSE(reach)
// properties: reach
// engines: graph
/* Which order a compare-exchange has depends on what it reads. The engine first lets it fail, which
 * would be part of the order of all seq_cst accesses, and then lets it read the write that comes
 * later: then it is relaxed, and its thread's write of x need not be seen. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen = 1, succeeded;

static void *overwrite(void *argument) {
  atomic_store(&y, 3);
  seen = atomic_load(&x);
  return argument;
}

static void *exchange(void *argument) {
  int expected = 1;
  atomic_store(&x, 1);
  succeeded = atomic_compare_exchange_strong_explicit(&y, &expected, 2, memory_order_relaxed,
                                                      memory_order_seq_cst);
  return argument;
}

static void *write(void *argument) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, overwrite, NULL);
  pthread_create(&threads[1], NULL, exchange, NULL);
  pthread_create(&threads[2], NULL, write, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(!(seen == 0 && succeeded && atomic_load(&y) == 3));
  return 0;
}
