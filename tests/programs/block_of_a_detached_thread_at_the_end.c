// expect: FALSE(memcleanup)
// expect rc11: FALSE(memcleanup)
// properties: memcleanup
// engines: graph auto
// Main may end the program after the thread allocated and before it frees, although the thread always does free.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int began;

static void *worker(void *unused) {
  void *block = malloc(4);
  atomic_store_explicit(&began, 1, memory_order_relaxed);
  free(block);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  while (!atomic_load_explicit(&began, memory_order_acquire))
    ;
  return 0;
}
