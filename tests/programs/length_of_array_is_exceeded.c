// SPDX-License-Identifier: Apache-2.0
// An array whose length is an input, accessed behind its end if that is small.
// expect: FALSE(memory)
// properties: reach,memory
// engines: impact order explicit lazy auto
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

static int shared;

static void *work(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  unsigned count = __VERIFIER_nondet_uint();
  __VERIFIER_assume(count >= 2 && count <= 8);
  int numbers[count];
  numbers[2] = 3;
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}
