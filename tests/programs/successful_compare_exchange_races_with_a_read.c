// expect: FALSE(race)
#include <pthread.h>

int x;

static void *tries(void *argument) {
  int expected = 0;
  __atomic_compare_exchange_n(&x, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, tries, 0);
  int found = x;
  pthread_join(t, 0);
  return found;
}
// SPDX-License-Identifier: Apache-2.0
