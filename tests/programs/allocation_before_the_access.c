// expect: TRUE
// expect rc11: TRUE
// properties: reach,race,memory
// engines: graph auto
// flags: -DPUBLISH=memory_order_release
// A node is published by a release store, so its allocation happens before the read of its field.
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
