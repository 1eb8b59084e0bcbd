// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 4
// orders: minimal
/* A lock of readers and writers as Linux had it: a counter begins at BIAS, a reader takes 1 from it and
 * a writer all of it; whoever takes too much gives it back and waits. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define BIAS 0x100

static atomic_int available = BIAS;
static int data;

static void read_lock(void) {
  while (atomic_fetch_sub_explicit(&available, 1, memory_order_acquire) <= 0) {
    atomic_fetch_add_explicit(&available, 1, memory_order_relaxed);
    while (atomic_load_explicit(&available, memory_order_relaxed) <= 0)
      ;
  }
}

static void read_unlock(void) {
  atomic_fetch_add_explicit(&available, 1, memory_order_release);
}

static void write_lock(void) {
  while (atomic_fetch_sub_explicit(&available, BIAS, memory_order_acquire) != BIAS) {
    atomic_fetch_add_explicit(&available, BIAS, memory_order_relaxed);
    while (atomic_load_explicit(&available, memory_order_relaxed) != BIAS)
      ;
  }
}

static void write_unlock(void) {
  atomic_fetch_add_explicit(&available, BIAS, memory_order_release);
}

static void *reader(void *unused) {
  read_lock();
  int seen = data;
  assert(seen == 0 || seen == 2);
  read_unlock();
  return unused;
}

static void *writer(void *unused) {
  write_lock();
  data++;
  data++;
  write_unlock();
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, reader, NULL);
  pthread_create(&ids[1], NULL, writer, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
