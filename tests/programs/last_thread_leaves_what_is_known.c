// expect: TRUE
// expect rc11: TRUE
// properties: leak
// engines: graph
/* Main finishes first. What the last thread leaves behind, a variable points to. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) kept;
static void *keep(void *unused) {
  int *block = malloc(sizeof *block), *none = NULL;
  if (!atomic_compare_exchange_strong_explicit(&kept, &none, block, memory_order_release, memory_order_relaxed))
    free(block);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, keep, NULL);
  pthread_detach(thread);
  keep(NULL);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
