// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(reach)
// repair: 4
// orders: minimal
/* A sequence lock, after Boehm, "Can seqlocks get along with programming language memory models?"
 * (MSPC 2012). The data are atomic, as readers may read them while they are written. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int first, second;

static void *writer(void *unused) {
  unsigned before = atomic_load_explicit(&sequence, memory_order_relaxed);
  atomic_store_explicit(&sequence, before + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&first, 1, memory_order_relaxed);
  atomic_store_explicit(&second, 1, memory_order_relaxed);
  atomic_store_explicit(&sequence, before + 2, memory_order_release);
  return unused;
}

static void *reader(void *unused) {
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  int a = atomic_load_explicit(&first, memory_order_relaxed);
  int b = atomic_load_explicit(&second, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
  if (before == after && before % 2 == 0)
    assert(a == b);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, writer, NULL);
  pthread_create(&ids[1], NULL, reader, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
