// expect: FALSE(race)
// expect tso: FALSE(race)
// expect pso: FALSE(race)
// expect rc11: FALSE(race)
// engines: graph auto
// A relaxed store of the writer itself ends its release sequence, too: in C23, not in C11.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *argument) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  int seen = 0;
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    seen = data;
  pthread_join(thread, NULL);
  return seen;
}
// SPDX-License-Identifier: Apache-2.0
