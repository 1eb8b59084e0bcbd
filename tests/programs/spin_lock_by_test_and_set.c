// expect: TRUE
// properties: reach,memory,lock
// engines: reference order
// A failed try leaves the lock as it was: no bound on the tries is needed.
#include <assert.h>
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
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, increment, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  assert(x == 2);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
