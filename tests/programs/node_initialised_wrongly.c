// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// engines: graph
/* A node is filled, copied to and initialised in other sizes than it is used in, which is no action
 * of others before it is published. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value, weight;
  struct node *next;
  long more[2];
  pthread_mutex_t lock;
};

static struct node *_Atomic head;

static void *publish(void *argument) {
  struct node *last = calloc(1, sizeof *last), *node = malloc(sizeof *node);
  last->value = 3;
  *node = (struct node){.value = 7, .next = last};
  pthread_mutex_init(&node->lock, NULL);
  pthread_mutex_init(&last->lock, NULL);
  atomic_store_explicit(&head, node, memory_order_release);
  pthread_mutex_lock(&node->lock);
  node->value++;
  pthread_mutex_unlock(&node->lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, publish, NULL);
  struct node *node = atomic_load_explicit(&head, memory_order_acquire);
  if (node) {
    pthread_mutex_lock(&node->lock);
    assert(node->value == 7 || node->value == 8);
    assert(node->weight == 0 && node->more[1] == 0 && node->next->value == 4);
    pthread_mutex_unlock(&node->lock);
  }
  pthread_join(thread, NULL);
  node = atomic_load(&head);
  free(node->next);
  free(node);
  return 0;
}
