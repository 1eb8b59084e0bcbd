// expect: FALSE(race)
// expect rc11: FALSE(race)
// engines: graph auto
// properties: race
// Freeing a block that was received by a relaxed exchange races with its allocation, and accesses nothing else.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) pointer;

static void *producer(void *unused) {
  int *block = malloc(sizeof(int));
  *block = 1;
  atomic_store_explicit(&pointer, block, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  int *block = atomic_exchange_explicit(&pointer, NULL, memory_order_relaxed);
  if (block)
    free(block);
  pthread_join(thread, NULL);
  return 0;
}
