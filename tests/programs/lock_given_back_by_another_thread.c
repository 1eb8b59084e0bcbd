// expect: FALSE(reach)
// properties: reach
// engines: reference order explicit
// A word that another thread sets back is no lock: two threads can be inside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken, inside;

static void *enters(void *argument) {
  int expected = 0;
  if (atomic_compare_exchange_strong(&taken, &expected, 1)) {
    int others = atomic_fetch_add(&inside, 1);
    assert(others == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&taken, 0);
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, enters, 0);
  pthread_create(&second, 0, enters, 0);
  atomic_store(&taken, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
