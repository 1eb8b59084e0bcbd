// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(race)
// expect rc11: FALSE(race)
// properties: race
// engines: auto
// flags: -DPUBLISH=memory_order_relaxed
/* Vyukov's intrusive queue for several producers and one consumer. Between the exchange of a
 * producer and its next store, the list is cut; the consumer then tries again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  struct node *_Atomic next;
  int value;
  char kind;
};

static struct node stub, *first = &stub;
static struct node *_Atomic last = &stub;

static void push(struct node *node) {
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&last, node, memory_order_acq_rel);
  atomic_store_explicit(&before->next, node, PUBLISH);
}

static struct node *pop(void) {
  struct node *node = first, *next = atomic_load_explicit(&node->next, memory_order_acquire);
  if (node == &stub) {
    if (!next)
      return NULL;
    first = node = next;
    next = atomic_load_explicit(&node->next, memory_order_acquire);
  }
  if (next) {
    first = next;
    return node;
  }
  if (node != atomic_load_explicit(&last, memory_order_acquire))
    return NULL;
  push(&stub);
  next = atomic_load_explicit(&node->next, memory_order_acquire);
  if (!next)
    return NULL;
  first = next;
  return node;
}

static void *producer(void *argument) {
  struct node *node = malloc(sizeof *node);
  node->value = (int)(intptr_t)argument;
  node->kind = 'n';
  push(node);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  int sum = 0;
  for (intptr_t i = 0; i < 2; i++)
    pthread_create(&ids[i], NULL, producer, (void *)(i + 1));
  for (int count = 0; count < 2;) {
    struct node *node = pop();
    if (!node)
      continue;
    assert(node->kind == 'n');
    sum += node->value;
    count++;
    free(node);
  }
  assert(sum == 3);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
