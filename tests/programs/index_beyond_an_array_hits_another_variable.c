// expect: FALSE(reach)
// properties: reach
// engines: reference lazy
// The index is not checked, and behind the array is another one.
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static char written[10], read[10];

static void *reads(void *argument) {
  assert(read[0] == 0);
  return argument;
}

int main(void) {
  pthread_t thread;
  written[0] = 0;
  read[0] = 0;
  pthread_create(&thread, 0, reads, 0);
  unsigned char index = __VERIFIER_nondet_uchar();
  written[index] = 1;
  pthread_join(thread, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
