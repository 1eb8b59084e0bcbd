// expect: FALSE(reach)
// properties: reach
// engines: reference order explicit lazy
// In the section an input decides if what else only main uses is written.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static char near[100], far[100];
static uintptr_t distance;

static void *writes(void *argument) {
  __VERIFIER_atomic_begin();
  if (__VERIFIER_nondet_uchar() > 100)
    near[distance] = 1;
  __VERIFIER_atomic_end();
  return argument;
}

int main(void) {
  pthread_t thread;
  far[0] = 0;
  distance = (uintptr_t)far - (uintptr_t)near;
  pthread_create(&thread, 0, writes, 0);
  assert(far[0] == 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
