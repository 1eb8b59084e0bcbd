// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 3
/* The queue lock of Mellor-Crummey and Scott: each thread waits at a node of its own, and whoever
 * gives the lock back tells the next in the queue. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  _Atomic(struct node *) next;
  atomic_int waits;
};

static _Atomic(struct node *) tail;
static struct node nodes[2];
static int counter;

static void lock(struct node *self) {
  atomic_store_explicit(&self->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&self->waits, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, self, memory_order_acq_rel);
  if (!before)
    return;
  atomic_store_explicit(&before->next, self, memory_order_release);
  while (atomic_load_explicit(&self->waits, memory_order_acquire))
    ;
}

static void unlock(struct node *self) {
  struct node *after = atomic_load_explicit(&self->next, memory_order_acquire);
  if (!after) {
    struct node *expected = self;
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release,
                                                memory_order_relaxed))
      return;
    while (!(after = atomic_load_explicit(&self->next, memory_order_acquire)))
      ;
  }
  atomic_store_explicit(&after->waits, 0, memory_order_release);
}

static void *first(void *unused) {
  lock(&nodes[0]);
  counter++;
  unlock(&nodes[0]);
  return unused;
}

static void *second(void *unused) {
  lock(&nodes[1]);
  counter++;
  unlock(&nodes[1]);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, first, NULL);
  pthread_create(&ids[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  assert(counter == 2);
  return 0;
}
