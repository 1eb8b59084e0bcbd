// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(reach)
// repair: 2
// orders: minimal
/* Independent reads of independent writes (IRIW): two readers agree on which of two writes came
 * first only if the writes and the first read of each are seq_cst, and the second reads, too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b, c, d;

static void *write_x(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_seq_cst);
  return unused;
}

static void *write_y(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_seq_cst);
  return unused;
}

static void *read_x_first(void *unused) {
  a = atomic_load_explicit(&x, memory_order_seq_cst);
  b = atomic_load_explicit(&y, memory_order_seq_cst);
  return unused;
}

static void *read_y_first(void *unused) {
  c = atomic_load_explicit(&y, memory_order_seq_cst);
  d = atomic_load_explicit(&x, memory_order_seq_cst);
  return unused;
}

int main(void) {
  pthread_t ids[4];
  pthread_create(&ids[0], NULL, write_x, NULL);
  pthread_create(&ids[1], NULL, write_y, NULL);
  pthread_create(&ids[2], NULL, read_x_first, NULL);
  pthread_create(&ids[3], NULL, read_y_first, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(ids[i], NULL);
  assert(!(a && !b && c && !d));
  return 0;
}
