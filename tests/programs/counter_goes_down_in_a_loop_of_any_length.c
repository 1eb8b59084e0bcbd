// expect: FALSE(reach)
// properties: reach
// engines: lazy schedule widen
// A step that can be taken any number of times has no sum.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
int counter = 3;

static void *count(void *argument) {
  while (__VERIFIER_nondet_bool())
    counter--;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  assert(counter >= 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
