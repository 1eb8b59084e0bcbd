// expect: FALSE(leak)
// expect rc11: FALSE(leak)
// properties: leak
// engines: graph auto
// Nobody takes the result of the thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void *worker(void *unused) {
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return malloc(4);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return atomic_load_explicit(&done, memory_order_relaxed) - 1;
}
