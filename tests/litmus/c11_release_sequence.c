// expect: TRUE
// expect rc11: TRUE
// engines: graph order
// properties: reach
/* A read-modify-write continues the release sequence of the store it reads from. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}
static void *counter(void *unused) {
  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, counter, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    assert(data == 1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
