// expect: TRUE
// properties: reach
// engines: impact
// As often as an input says, one thread counts up and another one down: the proof needs what the
// three counters have to do with each other, as no unwinding ends in time.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int balance, rounds;

static void *counts_up(void *argument) {
  for (int i = 0; i < rounds; i++) {
    __VERIFIER_atomic_begin();
    balance++;
    __VERIFIER_atomic_end();
  }
  return argument;
}

static void *counts_down(void *argument) {
  for (int i = 0; i < rounds; i++) {
    __VERIFIER_atomic_begin();
    balance--;
    __VERIFIER_atomic_end();
  }
  return argument;
}

int main(void) {
  pthread_t up, down;
  rounds = __VERIFIER_nondet_int();
  if (rounds < 0 || rounds > 1000)
    return 0;
  pthread_create(&up, 0, counts_up, 0);
  pthread_create(&down, 0, counts_down, 0);
  pthread_join(up, 0);
  pthread_join(down, 0);
  assert(balance == 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
