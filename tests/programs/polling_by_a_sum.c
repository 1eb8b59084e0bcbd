// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect rc11: TRUE
// engines: graph auto
/* A loop that polls adds what it finds, which may be nothing: such an iteration only waits. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *worker(void *unused) {
  data = 5;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}

static int take(void) {
  if (!atomic_load_explicit(&ready, memory_order_acquire))
    return 0;
  atomic_store_explicit(&ready, 0, memory_order_relaxed);
  return 1;
}

int main(void) {
  pthread_t id;
  int count = 0;
  pthread_create(&id, NULL, worker, NULL);
  while (count < 1)
    count += take();
  assert(data == 5);
  pthread_join(id, NULL);
  return 0;
}
