// expect: TRUE
// properties: reach,memory,lock
// engines: reference order
// The try is in a function of its own and notes what it found in a local variable.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int lock;
static int x;

static bool try_to_take(atomic_int *from) {
  int expected = 0;
  return atomic_compare_exchange_strong(from, &expected, 1);
}

static void *increment(void *argument) {
  while (!try_to_take(&lock))
    sched_yield();
  x++;
  atomic_store(&lock, 0);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, increment, 0);
  increment(0);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
