// expect: TRUE
// properties: reach
// engines: reference explicit lazy schedule widen
// The address of a call that never happens may be any number: nothing is known of what it could do.
#include <assert.h>
#include <pthread.h>

unsigned long __VERIFIER_nondet_ulong(void);
int shared;

static void *set(void *argument) {
  shared = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  if (shared > 1)
    ((void (*)(void))__VERIFIER_nondet_ulong())();
  assert(shared <= 1);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
