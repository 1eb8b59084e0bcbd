// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// properties: reach,memory
// engines: graph auto
// A block that gets larger may stay where it is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int done;

static void *resizing(void *unused) {
  int *block = malloc(sizeof *block);
  *block = 7;
  uintptr_t old = (uintptr_t)block;
  block = realloc(block, 2 * sizeof *block);
  int is_moved = (uintptr_t)block != old;
  assert(*block == 7);
  assert(is_moved);
  free(block);
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, resizing, NULL);
  pthread_join(thread, NULL);
  return 0;
}
