// expect: FALSE(race)
// properties: race
// engines: reference explicit lazy
// Which block is freed depends on an input. It races with whoever reads both.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int *blocks[2];

static void *reads(void *argument) {
  *(int *)argument = *blocks[0] + *blocks[1];
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
  int sum;
  pthread_create(&thread, 0, reads, &sum);
  free((void *)chosen);
  pthread_join(thread, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
