// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// properties: reach
// engines: graph auto
// flags: -DAGAIN
// A thread gets the address of a block that another one freed, which it can tell.
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
