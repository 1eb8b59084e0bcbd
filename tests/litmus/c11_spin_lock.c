// expect: TRUE
// expect rc11: TRUE
// engines: graph
// properties: reach,memory,lock
/* A loop that waits is explored by its last iteration. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int count;

static void *worker(void *unused) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
    ;
  count++;
  atomic_flag_clear_explicit(&lock, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
