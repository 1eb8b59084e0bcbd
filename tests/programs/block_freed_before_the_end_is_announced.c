// expect: TRUE
// expect rc11: TRUE
// properties: leak,memcleanup
// engines: graph auto
// Main ends the program while the thread runs, but only after the thread has freed its block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int freed, more;

static void *worker(void *unused) {
  void *block = malloc(4);
  free(block);
  atomic_store_explicit(&freed, 1, memory_order_release);
  atomic_store_explicit(&more, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  while (!atomic_load_explicit(&freed, memory_order_acquire))
    ;
  return 0;
}
