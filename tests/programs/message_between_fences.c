// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference auto
// Fences make relaxed accesses synchronise.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *argument) {
  data = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    assert(data == 42);
  }
  pthread_join(thread, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
