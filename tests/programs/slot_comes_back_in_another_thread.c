// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// properties: reach
// engines: auto
/* A thread gets the stack of an earlier one, and so the address of a local variable of it. */
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

static void *first_worker(void *unused) {
  keep();
  return unused;
}

static void *second_worker(void *unused) {
  compare();
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, first_worker, NULL);
  pthread_join(id, NULL);
  pthread_create(&id, NULL, second_worker, NULL);
  pthread_join(id, NULL);
  return 0;
}
