// expect: FALSE(race)
// expect tso: FALSE(race)
// expect pso: FALSE(race)
// engines: reference auto
// A relaxed store of a third thread ends the release sequence of the writer.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *argument) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return argument;
}

void *overwriter(void *argument) {
  if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writer, NULL);
  pthread_create(&second, NULL, overwriter, NULL);
  int result = 0;
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    result = data;
  return result;
}
// SPDX-License-Identifier: Apache-2.0
