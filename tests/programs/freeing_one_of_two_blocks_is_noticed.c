// expect: FALSE(reach)
// properties: reach
// engines: reference order explicit lazy
// Which block is freed depends on an input. Whoever reads both may still come first.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int *blocks[2];

static void *reads(void *argument) {
  int sum = *blocks[0] + *blocks[1];
  assert(sum != 14);
  return argument;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    blocks[i] = malloc(sizeof *blocks[i]);
    *blocks[i] = 7;
  }
  uintptr_t first = __VERIFIER_nondet_uchar() & 1;
  uintptr_t chosen = (uintptr_t)blocks[0] * first + (uintptr_t)blocks[1] * (1 - first);
  pthread_create(&thread, 0, reads, 0);
  free((void *)chosen);
  pthread_join(thread, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
