// expect: TRUE
// properties: reach,race,memory
// engines: reference explicit
/* GCC accepts the functions of <stdatomic.h> on any object; they are atomic there, too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int plain;
static int *pointer = &plain;
static _Atomic double number;
static void *add(void *unused) {
  atomic_fetch_add(&plain, 2);
  return unused;
}
int main(void) {
  pthread_t thread;
  int expected = 7;
  const _Atomic int constant = 4;
  atomic_init(&plain, 1);
  pthread_create(&thread, NULL, add, NULL);
  int seen = atomic_load_explicit(&plain, memory_order_acquire);
  assert(seen == 1 || seen == 3);
  pthread_join(thread, NULL);
  assert(!atomic_compare_exchange_strong(&plain, &expected, 9) && expected == 3);
  assert(atomic_exchange(&plain, 5) == 3 && atomic_fetch_or(&plain, 2) == 5);
  assert(atomic_load(&pointer) == &plain && atomic_load(&constant) == 4);
  atomic_store(&number, 2.5);
  assert(atomic_load(&number) == 2.5);
}
// SPDX-License-Identifier: Apache-2.0
