// expect: TRUE
// properties: reach
// engines: modular
// A value that grows beyond all bounds when it is written out is no reason to be slow.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static volatile unsigned shared = 1, rare;

static void *mixes(void *argument) {
  unsigned mixed = __VERIFIER_nondet_uint(), other = __VERIFIER_nondet_uint();
  for (int i = 0; i < 60; i++)
    mixed = mixed ^ (mixed << 3) ^ (mixed >> 5);
  if (mixed % 7 == 3)
    rare = mixed;
  if (other)
    shared = other;
  assert(shared);
  return argument;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, 0, mixes, 0);
}
// SPDX-License-Identifier: Apache-2.0
