// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference auto
// Release and acquire order the accesses to the data; a relaxed counter does no harm.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag, tries;

void *writer(void *argument) {
  data = 42;
  atomic_fetch_add_explicit(&tries, 1, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  while (!atomic_load_explicit(&flag, memory_order_acquire))
    ;
  assert(data == 42);
  data = 43;
  pthread_join(thread, NULL);
  assert(data == 43 && atomic_load_explicit(&tries, memory_order_relaxed) == 1);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
