/* Four threads on elements of one array: a reader misses the newest value of the first one, although its neighbour was
 * written later. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cells[2];
static int a, b, c, d;

static void *write_first(void *unused) {
  atomic_store_explicit(&cells[0], 1, memory_order_relaxed);
  return unused;
}

static void *write_second(void *unused) {
  atomic_store_explicit(&cells[1], 1, memory_order_relaxed);
  return unused;
}

static void *read_forwards(void *unused) {
  a = atomic_load_explicit(&cells[0], memory_order_acquire);
  b = atomic_load_explicit(&cells[1], memory_order_acquire);
  return unused;
}

static void *read_backwards(void *unused) {
  c = atomic_load_explicit(&cells[1], memory_order_acquire);
  d = atomic_load_explicit(&cells[0], memory_order_acquire);
  return unused;
}

int main(void) {
  pthread_t ids[4];
  pthread_create(&ids[0], 0, write_first, 0);
  pthread_create(&ids[1], 0, write_second, 0);
  pthread_create(&ids[2], 0, read_forwards, 0);
  pthread_create(&ids[3], 0, read_backwards, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(ids[i], 0);
  assert(!(a && !b && c && !d));
  return 0;
}
