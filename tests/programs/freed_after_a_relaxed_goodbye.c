// expect: FALSE(race)
// expect rc11: FALSE(race)
// engines: graph auto
// The block is freed after the reader said that it is done, which it says relaxed. Nobody else accesses the block in a thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *block, copy;
static atomic_int done;

static void *reader(void *unused) {
  copy = *block;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return unused;
}

static void *owner(void *unused) {
  if (atomic_load_explicit(&done, memory_order_acquire))
    free(block);
  return unused;
}

int main(void) {
  pthread_t a, b;
  block = malloc(sizeof *block);
  *block = 1;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, owner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
