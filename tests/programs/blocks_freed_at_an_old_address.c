// expect: TRUE
// expect rc11: TRUE
// properties: leak,memcleanup
// engines: graph auto
// Both blocks are freed, whether the second has the address of the first or not.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int done;

static void *worker(void *unused) {
  void *block = malloc(8);
  uintptr_t old = (uintptr_t)block;
  free(block);
  block = malloc(8);
  if ((uintptr_t)block != old)
    free(block);
  else
    free((void *)old);
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
