// expect: FALSE(race)
// expect tso: FALSE(race)
// expect pso: FALSE(race)
// engines: reference auto
// The fence comes too early: what is written behind it is not released.
#include <pthread.h>
#include <stdatomic.h>

int data, more;
atomic_int flag;

void *writer(void *argument) {
  data = 42;
  atomic_thread_fence(memory_order_release);
  more = 43;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  int sum = 0;
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    sum = data + more;
  }
  pthread_join(thread, NULL);
  return sum;
}
// SPDX-License-Identifier: Apache-2.0
