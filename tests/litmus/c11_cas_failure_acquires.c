// expect: TRUE
// expect rc11: TRUE
// engines: graph
// properties: reach
/* A compare-exchange that fails has an order of its own: here it acquires, although one that
 * succeeds does not, so what it finds announced is ordered. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, state;

static void *claim(void *unused) {
  int old = 0;
  if (!atomic_compare_exchange_strong_explicit(&state, &old, 1, memory_order_relaxed,
                                               memory_order_acquire))
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
  return unused;
}

static void *publish(void *unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&state, 2, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], 0, claim, 0);
  pthread_create(&ids[1], 0, publish, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], 0);
  return 0;
}
