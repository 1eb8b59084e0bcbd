// expect: TRUE
// expect rc11: TRUE
// engines: graph order
// properties: reach,memory,race
// options: --address-reuse off
/* A function returns when its local variable is not used any more. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) lent;
static atomic_int given_back;

static void lend(void) {
  int local = 3;
  atomic_store_explicit(&lent, &local, memory_order_release);
  while (!atomic_load_explicit(&given_back, memory_order_acquire))
    ;
}
static void *lender(void *unused) {
  lend();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, lender, 0);
  int *borrowed = atomic_load_explicit(&lent, memory_order_acquire);
  int value = borrowed ? *borrowed : 0;
  atomic_store_explicit(&given_back, 1, memory_order_release);
  pthread_join(thread, 0);
  return value;
}
// SPDX-License-Identifier: Apache-2.0
