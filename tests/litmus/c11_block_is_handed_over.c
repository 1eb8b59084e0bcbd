// expect: TRUE
// expect rc11: TRUE
// engines: graph order
// properties: reach,memory,race
// options: --address-reuse off
/* Who gets a block by an acquire load may give it back. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) handed_over;

static void *giver(void *unused) {
  int *block = malloc(sizeof *block);
  *block = 1;
  atomic_store_explicit(&handed_over, block, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, giver, 0);
  int *block = atomic_load_explicit(&handed_over, memory_order_acquire);
  if (block) {
    *block = 2;
    free(block);
  }
  pthread_join(thread, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
