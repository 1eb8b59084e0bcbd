// expect: TRUE
// engines: reference explicit order impact lazy
// properties: reach,memory
// A lock-free stack and a counter: rounds that fail spuriously change nothing, so no engine goes on for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct node {
  struct node *next;
} nodes[2];
_Atomic(struct node *) top;
int counter;

void *push(void *argument) {
  struct node *node = argument, *old = atomic_load(&top);
  do
    node->next = old;
  while (!atomic_compare_exchange_weak(&top, &old, node));
  int seen = __atomic_load_n(&counter, __ATOMIC_SEQ_CST);
  while (!__atomic_compare_exchange_n(&counter, &seen, seen + 1, true, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST))
    ;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, push, &nodes[0]);
  push(&nodes[1]);
  pthread_join(thread, NULL);
  struct node *first = atomic_load(&top);
  assert(first && first->next && !first->next->next && counter == 2);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
