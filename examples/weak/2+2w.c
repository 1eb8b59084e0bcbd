// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(reach)
// repair: 2
// orders: minimal
/* 2+2W: two threads write two places in opposite order. That each place keeps the first write of a
 * thread is impossible only if the first writes are seq_cst, and the second ones, too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *left(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_seq_cst);
  atomic_store_explicit(&y, 2, memory_order_seq_cst);
  return unused;
}

static void *right(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_seq_cst);
  atomic_store_explicit(&x, 2, memory_order_seq_cst);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, left, NULL);
  pthread_create(&ids[1], NULL, right, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  int last_x = atomic_load_explicit(&x, memory_order_relaxed);
  int last_y = atomic_load_explicit(&y, memory_order_relaxed);
  assert(!(last_x == 1 && last_y == 1));
  return 0;
}
