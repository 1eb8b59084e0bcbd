// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 2
// orders: minimal
/* Treiber's stack. The top is the number of a node with a tag that each pop increments, so that a
 * node that was popped and pushed again is not mistaken for the one before (ABA). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  atomic_uint next;
  int value;
};

static struct node nodes[3]; /* number 0 is none */
static atomic_uint top;      /* number | tag << 8 */

static unsigned number_of(unsigned tagged) {
  return tagged & 255;
}

static void push(unsigned number, int value) {
  nodes[number].value = value;
  unsigned old = atomic_load_explicit(&top, memory_order_relaxed);
  do
    atomic_store_explicit(&nodes[number].next, number_of(old), memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&top, &old, number | (old & ~255u),
                                                  memory_order_release, memory_order_relaxed));
}

static int pop(void) {
  unsigned old = atomic_load_explicit(&top, memory_order_acquire), next;
  do {
    if (!number_of(old))
      return 0;
    next = atomic_load_explicit(&nodes[number_of(old)].next, memory_order_relaxed);
  } while (!atomic_compare_exchange_strong_explicit(&top, &old, next | ((old & ~255u) + 256),
                                                    memory_order_relaxed, memory_order_acquire));
  return nodes[number_of(old)].value;
}

static void *pusher(void *unused) {
  push(1, 1);
  push(2, 2);
  return unused;
}

static int popped;

static void *popper(void *unused) {
  popped = pop();
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, pusher, NULL);
  pthread_create(&ids[1], NULL, popper, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  int sum = popped + pop() + pop();
  assert(sum == 3); /* nothing is lost, nothing comes twice */
  return 0;
}
