// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// properties: reach
// engines: auto
/* A slot gets the address of an earlier one of its thread, which is remembered. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int *_Atomic old;

static void keep(void) {
  int first = 1;
  atomic_store_explicit(&old, &first, memory_order_release);
  first++;
}

static void compare(void) {
  int second = 2;
  assert(atomic_load_explicit(&old, memory_order_acquire) != &second);
  second++;
}

static void *worker(void *unused) {
  keep();
  compare();
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_join(id, NULL);
  return 0;
}
