// expect: TRUE
// expect rc11: FALSE(race)
// engines: graph
// properties: race
// The read-modify-write finds the zero of calloc under rc11: its write comes before the 4 although it is executed later.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct node { int a; short b[2]; long c; atomic_int d, e; };
static _Atomic(struct node *) head;
static void *first(void *given) {
  struct node *node = calloc(1, sizeof *node);
  node->d = 4;
  atomic_store_explicit(&head, node, memory_order_relaxed);
  return given;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  struct node *node = atomic_load_explicit(&head, memory_order_relaxed);
  if (node)
    atomic_fetch_add_explicit(&node->d, 1, memory_order_acq_rel);
  return 0;
}
