// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 4
// orders: minimal
/* A ring buffer for one producer and one consumer. Each side releases its own index and acquires the
 * other one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2

static int items[SIZE];
static atomic_uint head, tail;

static int put(int value) {
  unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
  if (at - atomic_load_explicit(&head, memory_order_acquire) == SIZE)
    return 0;
  items[at % SIZE] = value;
  atomic_store_explicit(&tail, at + 1, memory_order_release);
  return 1;
}

static int get(int *value) {
  unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
  if (at == atomic_load_explicit(&tail, memory_order_acquire))
    return 0;
  *value = items[at % SIZE];
  atomic_store_explicit(&head, at + 1, memory_order_release);
  return 1;
}

static void *produce(void *unused) {
  for (int i = 1; i <= 3; i++)
    put(i);
  return unused;
}

static void *consume(void *unused) {
  int value, last = 0;
  for (int i = 0; i < 2; i++)
    if (get(&value)) {
      assert(value > last);
      last = value;
    }
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, produce, NULL);
  pthread_create(&ids[1], NULL, consume, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
