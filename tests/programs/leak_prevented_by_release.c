// expect: TRUE
// expect rc11: TRUE
// properties: leak,memcleanup
// engines: graph auto
// A reader that sees the flag sees the pointer, too: nothing is lost.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic block;
static atomic_int flag;

static void *writer(void *unused) {
  atomic_store_explicit(&block, malloc(sizeof(int)), memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}

static void *reader(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_acquire) &&
      !atomic_load_explicit(&block, memory_order_relaxed))
    atomic_store_explicit(&block, NULL, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(atomic_load_explicit(&block, memory_order_relaxed));
  return 0;
}
