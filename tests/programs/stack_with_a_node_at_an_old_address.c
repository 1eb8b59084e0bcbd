// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// properties: reach,memory,race
// engines: graph auto
/* Treiber's stack without tags. One thread has read the top and what comes behind it. Before its compare-exchange the
 * other thread pops both nodes, frees the first and pushes a new one, which gets the old address. Then the
 * compare-exchange succeeds and makes the second node the top, although it was popped. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node second, *_Atomic top;
static atomic_int has_read;

static void *slow(void *unused) {
  struct node *old = atomic_load_explicit(&top, memory_order_acquire), *next = old->next;
  atomic_store_explicit(&has_read, 1, memory_order_release);
  atomic_compare_exchange_strong_explicit(&top, &old, next, memory_order_acq_rel, memory_order_relaxed);
  return unused;
}

static void *quick(void *popped) {
  if (!atomic_load_explicit(&has_read, memory_order_acquire))
    return NULL;
  struct node *first = atomic_load_explicit(&top, memory_order_acquire);
  if (first == &second || !atomic_compare_exchange_strong_explicit(&top, &first, NULL, memory_order_acq_rel,
                                                         memory_order_relaxed))
    return NULL; /* the other thread was quicker */
  free(first);
  struct node *fresh = malloc(sizeof *fresh);
  fresh->next = NULL;
  atomic_store_explicit(&top, fresh, memory_order_release);
  return popped;
}

int main(void) {
  pthread_t a, b;
  void *popped;
  struct node *first = malloc(sizeof *first);
  first->next = &second;
  atomic_store_explicit(&top, first, memory_order_relaxed);
  pthread_create(&a, NULL, slow, NULL);
  pthread_create(&b, NULL, quick, &second);
  pthread_join(a, NULL);
  pthread_join(b, &popped);
  assert(!popped || atomic_load_explicit(&top, memory_order_relaxed) != &second);
  return 0;
}
