// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
// A pointer that may come from another thread or be that of a variable is not only the variable's.
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int *volatile published, spare;

static void *publishes(void *argument) {
  volatile int own = 0;
  published = (int *)&own;
  for (int i = 0; i < 2; i++)
    assert(!own);
  published = 0;
  return argument;
}

static void *writes(void *argument) {
  int *place = published;
  *(place && __VERIFIER_nondet_uchar() ? place : &spare) = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, publishes, 0);
  pthread_create(&thread, 0, writes, 0);
  pthread_exit(0);
}
// SPDX-License-Identifier: Apache-2.0
