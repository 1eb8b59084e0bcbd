// expect: FALSE(race)
// expect tso: FALSE(race)
// expect pso: FALSE(race)
// engines: reference graph
// properties: race
// Freeing a block drains the store buffer of the writer, but is no fence of the program: nothing orders the accesses
// to the data.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int flag, other;

static void *writer(void *unused) {
  void *block = malloc(4);
  data = 1;
  atomic_store_explicit(&other, 1, memory_order_relaxed);
  free(block);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

static void *reader(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_acquire))
    data = 2;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  return atomic_load_explicit(&other, memory_order_relaxed);
}
