// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect rc11: TRUE
// engines: graph auto
/* An MCS lock, whose nodes are local variables. Their addresses are compared, but no slot of a node
 * can come back: every thread has one, and main joins after it has created all of them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct node {
  struct node *_Atomic next;
  atomic_bool waits;
};

static struct node *_Atomic tail;
static struct {
  char letter;
  int number;
} shared;

static void lock(struct node *node) {
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&node->waits, true, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, node, memory_order_acq_rel);
  if (!before)
    return;
  atomic_store_explicit(&before->next, node, memory_order_release);
  while (atomic_load_explicit(&node->waits, memory_order_acquire))
    ;
}

static void unlock(struct node *node) {
  struct node *next = atomic_load_explicit(&node->next, memory_order_acquire);
  if (!next) {
    struct node *expected = node;
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release,
                                                memory_order_relaxed))
      return;
    while (!(next = atomic_load_explicit(&node->next, memory_order_acquire)))
      ;
  }
  atomic_store_explicit(&next->waits, false, memory_order_release);
}

static void *worker(void *unused) {
  struct node node;
  lock(&node);
  shared.letter++;
  shared.number++;
  unlock(&node);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  assert(shared.letter == 2 && shared.number == 2);
  return 0;
}
