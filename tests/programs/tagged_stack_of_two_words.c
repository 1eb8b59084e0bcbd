// expect: TRUE
// properties: reach,race,memory
// engines: reference order explicit
/* A compare-exchange of two words is one step: what was popped is popped once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
struct node {
  struct node *next;
};
struct head {
  struct node *top;
  uintptr_t tag;
};
static _Atomic struct head stack;
static struct node nodes[2] = {{NULL}, {&nodes[0]}};
static void *pop(void *unused) {
  struct head old = atomic_load(&stack), fresh;
  do {
    assert(old.top);
    fresh = (struct head){old.top->next, old.tag + 1};
  } while (!atomic_compare_exchange_strong(&stack, &old, fresh));
  return old.top;
}
int main(void) {
  struct head full = {&nodes[1], 0};
  pthread_t thread;
  void *other;
  atomic_store(&stack, full);
  pthread_create(&thread, NULL, pop, NULL);
  void *mine = pop(NULL);
  pthread_join(thread, &other);
  assert(mine != other);
  full = atomic_load(&stack);
  assert(!full.top && full.tag == 2);
}
// SPDX-License-Identifier: Apache-2.0
