// expect: FALSE(reach)
// properties: reach
// engines: reference explicit lazy schedule
// Where the thread writes depends on an input; one of both places is what else only main uses.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static char near[100], far[100];

static void *writes(void *argument) {
  uintptr_t leaves = __VERIFIER_nondet_uchar() & 1;
  near[leaves * ((uintptr_t)far - (uintptr_t)near)] = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  far[0] = 0;
  pthread_create(&thread, 0, writes, 0);
  assert(far[0] == 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
