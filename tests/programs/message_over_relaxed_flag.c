// expect: FALSE(race)
// expect tso: FALSE(race)
// expect pso: FALSE(race)
// engines: reference auto
// A relaxed flag tells that the data is there, but does not order the accesses to it. No state has
// both of them next, as the reader waits for the flag.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *argument) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  int result = 0;
  if (atomic_load_explicit(&flag, memory_order_relaxed))
    result = data;
  pthread_join(thread, NULL);
  return result != 42;
}
// SPDX-License-Identifier: Apache-2.0
