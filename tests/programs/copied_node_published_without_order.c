// expect: FALSE(race)
// expect rc11: FALSE(race)
// properties: race
// engines: graph
/* The copy writes eight bytes at once, the reader writes two of them. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  int number;
  short parts[2];
};
static const struct node model = {1, {2, 3}};
static _Atomic(struct node *) published;
static void *writer(void *unused) {
  struct node *node = atomic_load_explicit(&published, memory_order_relaxed);
  if (node)
    node->parts[1] = 4;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  struct node *node = malloc(sizeof *node);
  if (!node)
    return 0;
  *node = model;
  atomic_store_explicit(&published, node, memory_order_release);
  pthread_join(thread, NULL);
  free(node);
}
// SPDX-License-Identifier: Apache-2.0
