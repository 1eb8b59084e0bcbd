// expect: FALSE(race)
// expect rc11: FALSE(race)
// properties: reach,race
// engines: graph
/* The node is filled as a whole and its fields are read one by one. As the pointer is stored relaxed, the fill races with
 * the reads, whatever they find. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct node {
  int number;
  char name[12];
};
static _Atomic(struct node *) published;
static void *reader(void *unused) {
  struct node *node = atomic_load_explicit(&published, memory_order_acquire);
  return node && node->number ? NULL : unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  struct node *node = malloc(sizeof *node);
  if (!node)
    return 0;
  memset(node, 0, sizeof *node);
  atomic_store_explicit(&published, node, memory_order_relaxed);
  pthread_join(thread, NULL);
  free(node);
}
// SPDX-License-Identifier: Apache-2.0
