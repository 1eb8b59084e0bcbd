// expect: FALSE(reach)
// properties: reach
// engines: reference order
// The first round of the loop fails but changes the lock from 2 to 1.
#include <assert.h>
#include <pthread.h>

static int lock = 2;

static void *take(void *argument) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_SEQ_CST))
    ;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, take, 0);
  assert(__atomic_load_n(&lock, __ATOMIC_SEQ_CST) != 1);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
