// expect: TRUE
// engines: reference explicit auto
// Boehm's sequence lock: the data are relaxed atomics, and fences order them with the number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint number;
atomic_int first, second;

void *writer(void *argument) {
  atomic_store_explicit(&number, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&first, 7, memory_order_relaxed);
  atomic_store_explicit(&second, 7, memory_order_relaxed);
  atomic_store_explicit(&number, 2, memory_order_release);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  unsigned before = atomic_load_explicit(&number, memory_order_acquire);
  int a = atomic_load_explicit(&first, memory_order_relaxed);
  int b = atomic_load_explicit(&second, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  if (before % 2 == 0 && atomic_load_explicit(&number, memory_order_relaxed) == before)
    assert(a == b);
  pthread_join(thread, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
