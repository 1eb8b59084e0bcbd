// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE FALSE(reach) FALSE(reach)
// repair: 2
// orders: minimal
/* Store buffering (SB): each thread says that it is there and looks whether the other one is. At
 * least one of them sees the other only if all four accesses are seq_cst. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int saw_y, saw_x;

static void *left(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_seq_cst);
  saw_y = atomic_load_explicit(&y, memory_order_seq_cst);
  return unused;
}

static void *right(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_seq_cst);
  saw_x = atomic_load_explicit(&x, memory_order_seq_cst);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, left, NULL);
  pthread_create(&ids[1], NULL, right, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  assert(saw_x || saw_y);
  return 0;
}
