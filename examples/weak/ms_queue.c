// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 2
/* The queue of Michael and Scott: a list with a dummy node; the tail may lag behind by one, and
 * whoever finds it so moves it on. Nodes are not used again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  _Atomic(struct node *) next;
  int value;
};

static struct node nodes[3]; /* the first is the dummy */
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];

static void enqueue(struct node *node, int value) {
  node->value = value;
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire), *next = NULL;
    if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, memory_order_release,
                                                memory_order_acquire)) {
      atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release,
                                              memory_order_relaxed);
      return;
    }
    atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release,
                                            memory_order_relaxed);
  }
}

static int dequeue(void) {
  struct node *first = atomic_load_explicit(&head, memory_order_relaxed);
  for (;;) {
    struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
    if (!next)
      return 0;
    if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_relaxed,
                                                memory_order_relaxed))
      return next->value;
  }
}

static void *first(void *unused) {
  enqueue(&nodes[1], 1);
  return unused;
}

static void *second(void *unused) {
  enqueue(&nodes[2], 2);
  return unused;
}

static int dequeued;

static void *third(void *unused) {
  dequeued = dequeue();
  return unused;
}

int main(void) {
  pthread_t ids[3];
  pthread_create(&ids[0], NULL, first, NULL);
  pthread_create(&ids[1], NULL, second, NULL);
  pthread_create(&ids[2], NULL, third, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(ids[i], NULL);
  int sum = dequeued + dequeue() + dequeue();
  assert(sum == 3); /* nothing is lost, nothing comes twice */
  return 0;
}
