// expect: TRUE
// expect rc11: FALSE(reach)
// properties: reach
// engines: order graph
// Neither place is ever 7, so that one compare-exchange is an acquire and the other one a seq_cst read. Both may find 0.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int first = 7, second = 7;

static void *write_x(void *argument) {
  atomic_store(&x, 1);
  atomic_compare_exchange_strong_explicit(&y, &first, 9, memory_order_seq_cst, memory_order_acquire);
  return argument;
}

static void *write_y(void *argument) {
  atomic_store(&y, 1);
  atomic_compare_exchange_strong(&x, &second, 9);
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, write_x, 0);
  pthread_create(&two, 0, write_y, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(first || second);
}
