// expect: TRUE
// expect rc11: FALSE(race)
// properties: reach,race,memory
// engines: graph auto
// A node is published by a relaxed store. All accesses are atomic, but nothing orders the allocation
// of the node before the read of its field: the reader may find memory that is not initialised.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUBLISH
#define PUBLISH memory_order_relaxed
#endif

struct node {
  atomic_int value;
};
static _Atomic(struct node *) published;
static int seen;

static void *publisher(void *unused) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    return unused;
  atomic_store_explicit(&node->value, 7, memory_order_relaxed);
  atomic_store_explicit(&published, node, PUBLISH);
  return unused;
}

static void *reader(void *unused) {
  struct node *node = atomic_load_explicit(&published, memory_order_acquire);
  if (node)
    seen = atomic_load_explicit(&node->value, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, publisher, 0);
  pthread_create(&second, 0, reader, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
