// expect: TRUE
// expect rc11: TRUE
// properties: reach,memory,race
// engines: graph auto
// lp64-only
/* The same stack with a tag in the highest bits of the pointer, which each change of the top increments: a node at an
 * old address is not mistaken for the old one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node second;
static _Atomic uintptr_t top; /* pointer | tag << 48 */

static struct node *node_of(uintptr_t tagged) {
  return (struct node *)(tagged & (UINT64_MAX >> 16));
}

static uintptr_t with_next_tag(uintptr_t tagged, struct node *node) {
  return (uintptr_t)node | (((tagged >> 48) + 1) << 48);
}

static int exchange(uintptr_t old, struct node *node) {
  return atomic_compare_exchange_strong_explicit(&top, &old, with_next_tag(old, node),
                                                 memory_order_acq_rel, memory_order_relaxed);
}
static atomic_int has_read;

static void *slow(void *unused) {
  uintptr_t old = atomic_load_explicit(&top, memory_order_acquire);
  struct node *next = node_of(old)->next;
  atomic_store_explicit(&has_read, 1, memory_order_release);
  exchange(old, next);
  return unused;
}

static void *quick(void *popped) {
  if (!atomic_load_explicit(&has_read, memory_order_acquire))
    return NULL;
  uintptr_t first = atomic_load_explicit(&top, memory_order_acquire);
  if (node_of(first) == &second || !exchange(first, NULL))
    return NULL; /* the other thread was quicker */
  free(node_of(first));
  struct node *fresh = malloc(sizeof *fresh);
  fresh->next = NULL;
  exchange(with_next_tag(first, NULL), fresh);
  return popped;
}

int main(void) {
  pthread_t a, b;
  void *popped;
  struct node *first = malloc(sizeof *first);
  first->next = &second;
  atomic_store_explicit(&top, (uintptr_t)first, memory_order_relaxed);
  pthread_create(&a, NULL, slow, NULL);
  pthread_create(&b, NULL, quick, &second);
  pthread_join(a, NULL);
  pthread_join(b, &popped);
  assert(!popped || node_of(atomic_load_explicit(&top, memory_order_relaxed)) != &second);
  return 0;
}
