// expect: FALSE(race)
// expect rc11: FALSE(race)
// engines: graph auto
// calloc writes the zeros that the other thread reads. Only this thread accesses the block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) published;

void *publisher(void *argument) {
  atomic_store_explicit(&published, calloc(4, sizeof(int)), memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, publisher, NULL);
  int *block = atomic_load_explicit(&published, memory_order_relaxed);
  int result = block ? block[2] : 0;
  pthread_join(thread, NULL);
  return result;
}
// SPDX-License-Identifier: Apache-2.0
