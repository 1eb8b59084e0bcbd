// expect: FALSE(leak)
// expect rc11: FALSE(leak)
// properties: leak,memcleanup
// engines: graph auto
// The second block is lost only if it has the address of the first.
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
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
