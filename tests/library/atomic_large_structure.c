// expect: TRUE
/* Objects that are too large for an instruction are copied as a whole. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct large {
  long cells[3];
};
static _Atomic struct large shared;
static void *run(void *argument) {
  struct large all = {{1, 1, 1}};
  atomic_store(&shared, all);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  struct large seen = atomic_load(&shared), fresh = {{2, 2, 2}};
  assert(seen.cells[0] == seen.cells[1] && seen.cells[1] == seen.cells[2]);
  pthread_join(thread, NULL);
  seen = atomic_exchange(&shared, fresh);
  assert(seen.cells[2] == 1);
  assert(!atomic_compare_exchange_strong(&shared, &seen, fresh) && seen.cells[0] == 2);
  assert(!atomic_is_lock_free(&shared));
}
// SPDX-License-Identifier: Apache-2.0
