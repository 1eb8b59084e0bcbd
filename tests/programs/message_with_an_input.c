// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect rc11: TRUE
// engines: auto
/* A message that depends on an input is handed over by release and acquire, and by a spin lock. main waits for the
 * threads, which wait for the lock: nobody waits forever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
static unsigned long long data, sum;
static atomic_int ready;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void add(unsigned long long number) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
    ;
  sum += number;
  atomic_flag_clear_explicit(&lock, memory_order_release);
}

static void *writer(void *number) {
  data = 0x100000001ull * *(unsigned *)number;
  add(1);
  atomic_store_explicit(&ready, 1, memory_order_release);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void *reader(void *number) {
  while (!atomic_load_explicit(&ready, memory_order_acquire))
    ;
  assert(data >> 32 == *(unsigned *)number);
  pthread_mutex_lock(&mutex);
  add(2);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t ids[2];
  unsigned number = __VERIFIER_nondet_uint();
  pthread_create(&ids[0], 0, writer, &number);
  pthread_create(&ids[1], 0, reader, &number);
  pthread_join(ids[0], 0);
  pthread_join(ids[1], 0);
  assert(sum == 3);
  return 0;
}
