// expect: FALSE(reach)
// properties: reach
// engines: reference graph
// A thread may stop for ever in front of an atomic section whose assumption does not hold: the others
// go on.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;

static void *stops(void *argument) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(x == 5);
  __VERIFIER_atomic_end();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, stops, 0);
  x = 1;
  assert(x == 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
