// expect: TRUE
// expect rc11: TRUE
// properties: reach,race,memory
// engines: graph auto
// Who gets the address of a freed block is ordered behind the freeing, although nothing else orders the two threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic old;
static int data;

static void *freeing(void *unused) {
  void *block = malloc(8);
  atomic_store_explicit(&old, block, memory_order_relaxed);
  data = 1;
  free(block);
  return unused;
}

static void *allocating(void *unused) {
  void *block = malloc(8), *other = atomic_load_explicit(&old, memory_order_relaxed);
  if (block == other) {
#ifdef AGAIN
    assert(0);
#endif
    assert(data == 1);
  }
  free(block);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, freeing, NULL);
  pthread_create(&b, NULL, allocating, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
