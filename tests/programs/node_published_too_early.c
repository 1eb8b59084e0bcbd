// SPDX-License-Identifier: Apache-2.0
// expect rc11: FALSE(race)
// expect: FALSE(race)
// properties: race
// engines: graph
/* What a thread does to a node before it publishes it is ordered with others only by a release. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
};

static struct node *_Atomic head;

static void *publish(void *argument) {
  struct node *node = malloc(sizeof *node);
  node->value = 7;
  atomic_store_explicit(&head, node, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, publish, NULL);
  struct node *node = atomic_load_explicit(&head, memory_order_acquire);
  int value = node ? node->value : 0;
  pthread_join(thread, NULL);
  free(atomic_load(&head));
  return value;
}
