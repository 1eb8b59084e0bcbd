// expect: TRUE
// expect rc11: TRUE
// properties: reach,race,memory
// engines: graph auto
// The second block may have the address of the first, but never its contents.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic shared;
static int *_Atomic first;

static void *writer(void *unused) {
  int *block = malloc(sizeof *block);
  *block = 1;
  atomic_store_explicit(&first, block, memory_order_relaxed);
  free(block);
  block = calloc(1, sizeof *block);
  atomic_store_explicit(&shared, block, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  int *block = atomic_load_explicit(&shared, memory_order_acquire);
  if (block && block == atomic_load_explicit(&first, memory_order_relaxed))
    assert(*block == 0);
  pthread_join(thread, NULL);
  return 0;
}
