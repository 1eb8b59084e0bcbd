// expect: TRUE
// properties: reach
// engines: explicit
// The stack of reuse_stack_without_tags.c with a counter beside the top, in the bits of the word that no address has: a
// node at an address that was there before is told from the node that was there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int taken;
};

#define TAG ((uint64_t)1 << 56)

static _Atomic(uint64_t) top;

static struct node *node_of(uint64_t word) { return (struct node *)(uintptr_t)(word & (TAG - 1)); }

static uint64_t with_tag(struct node *node, uint64_t old) {
  return (uint64_t)(uintptr_t)node | ((old & ~(TAG - 1)) + TAG);
}

static void push(struct node *node) {
  uint64_t old = atomic_load(&top);
  do
    node->next = node_of(old);
  while (!atomic_compare_exchange_strong(&top, &old, with_tag(node, old)));
}

static struct node *pop(void) {
  uint64_t old = atomic_load(&top);
  while (node_of(old) && !atomic_compare_exchange_strong(&top, &old, with_tag(node_of(old)->next, old)))
    ;
  return node_of(old);
}

static void *other(void *argument) {
  struct node *first = pop();
  struct node *second = pop();
  if (first && second) {
    free(first);
    struct node *again = malloc(sizeof *again);
    again->taken = 0;
    second->taken = 1;
    push(again);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    struct node *node = malloc(sizeof *node);
    node->taken = 0;
    push(node);
  }
  pthread_create(&thread, NULL, other, NULL);
  pop();
  pthread_join(thread, NULL);
  struct node *rest = pop();
  assert(!rest || !rest->taken);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
