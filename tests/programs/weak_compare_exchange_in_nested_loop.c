// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect rc11: TRUE
// properties: reach
// engines: graph
/* A weak compare-exchange may fail for no reason, any number of times, which changes nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *run(void *argument) {
  for (int i = 0; i < 2; i++) {
    int old = atomic_load_explicit(&count, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&count, &old, old + 1, memory_order_relaxed,
                                                  memory_order_relaxed))
      ;
  }
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, run, NULL);
  pthread_create(&threads[1], NULL, run, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(atomic_load(&count) == 4);
  return 0;
}
