// expect: TRUE
// properties: reach
// engines: impact
// What has to be remembered of the path is neither compared nor copied anywhere: it follows from
// what the assertion takes, backwards.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static volatile unsigned number, twice, other;

static void *doubles(void *argument) {
  unsigned seen = number;
  twice = seen * 2;
  return argument;
}

int main(void) {
  pthread_t thread;
  number = __VERIFIER_nondet_uint() % 50;
  for (unsigned left = __VERIFIER_nondet_uint(); left; left--)
    other++;
  pthread_create(&thread, 0, doubles, 0);
  pthread_join(thread, 0);
  assert(twice < 100);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
