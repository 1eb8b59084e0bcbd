// expect: TRUE
// expect rc11: TRUE
// properties: reach,memory,race
// engines: graph auto
// The reader announces the block before it looks again whether that is still in use; the owner looks after taking it away.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic block, *_Atomic hazard;

static void *reader(void *unused) {
  int *read = atomic_load_explicit(&block, memory_order_acquire);
  if (!read)
    return unused;
  atomic_store_explicit(&hazard, read, memory_order_seq_cst);
  if (atomic_load_explicit(&block, memory_order_seq_cst) == read)
    assert(*read == 1);
  atomic_store_explicit(&hazard, NULL, memory_order_release);
  return unused;
}

static void *owner(void *unused) {
  int *old = atomic_exchange_explicit(&block, NULL, memory_order_seq_cst);
  if (atomic_load_explicit(&hazard, memory_order_seq_cst) != old)
    free(old);
  return unused;
}

int main(void) {
  pthread_t a, b;
  int *first = malloc(sizeof *first);
  *first = 1;
  atomic_store_explicit(&block, first, memory_order_relaxed);
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, owner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
