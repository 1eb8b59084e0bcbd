// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
// A stack without tags: pop compares the top with the node it read. Meanwhile that node may have been taken out and
// freed,
// and another one may have been allocated at its address: then the compare-exchange succeeds with a stale `next`.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int taken;
};

static _Atomic(struct node *) top;

static void push(struct node *node) {
  struct node *old = atomic_load(&top);
  do
    node->next = old;
  while (!atomic_compare_exchange_strong(&top, &old, node));
}

static struct node *pop(void) {
  struct node *old = atomic_load(&top);
  while (old && !atomic_compare_exchange_strong(&top, &old, old->next))
    ;
  return old;
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
