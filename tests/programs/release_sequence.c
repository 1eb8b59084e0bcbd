// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference auto
// A relaxed read-modify-write of a third thread goes on with the release sequence of the writer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *argument) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return argument;
}

void *counter(void *argument) {
  int one = 1;
  atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_relaxed,
                                          memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writer, NULL);
  pthread_create(&second, NULL, counter, NULL);
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    assert(data == 42);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
