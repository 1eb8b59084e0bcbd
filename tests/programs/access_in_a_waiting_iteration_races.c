// expect: FALSE(race)
// properties: race
// engines: reference order
// Only a round that goes on waiting reads x while the other thread may write it.
#include <pthread.h>

static int flag, x;

static void *write_first(void *argument) {
  x = 1;
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  return argument;
}

int main(void) {
  pthread_t t;
  int seen;
  pthread_create(&t, 0, write_first, 0);
  while (!__atomic_load_n(&flag, __ATOMIC_SEQ_CST))
    seen = x;
  (void)seen;
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
