// expect: TRUE
// properties: race
// engines: reference explicit
#include <pthread.h>

static int lock, x;

static void *increment(void *argument) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
    ;
  x++;
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, increment, 0);
  increment(0);
  pthread_join(t, 0);
  return x;
}
// SPDX-License-Identifier: Apache-2.0
