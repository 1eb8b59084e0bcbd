// expect: FALSE(race)
// properties: race
// engines: reference order
// The access comes before the assumption that does not hold.
#include <pthread.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x;

static void *stops(void *argument) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_assume(x == 2);
  __VERIFIER_atomic_end();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, stops, 0);
  return x;
}
// SPDX-License-Identifier: Apache-2.0
