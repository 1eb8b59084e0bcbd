// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 2
// orders: minimal
/* Message passing (MP): a flag announces data. The store of the flag releases, the load acquires. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *send(void *unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}

static void *receive(void *unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire))
    assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, send, NULL);
  pthread_create(&ids[1], NULL, receive, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
