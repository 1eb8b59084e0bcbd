// expect: TRUE
// expect rc11: FALSE(race)
// engines: graph
// properties: race
// The block is freed by a thread that does not know of its allocation. Under rc11 the two race although the block is never accessed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) pointer;
static void *first(void *unused) {
  int *block = malloc(sizeof *block);
  atomic_store_explicit(&pointer, block, memory_order_release);
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  int *block = atomic_exchange_explicit(&pointer, 0, memory_order_relaxed);
  if (block)
    free(block);
  return 0;
}
