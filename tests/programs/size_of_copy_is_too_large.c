// SPDX-License-Identifier: Apache-2.0
// A copy whose size is an input, into an array that may be too small.
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
  char from[16] = "abcdefg", to[8] = {0};
  __VERIFIER_assume(count <= 9);
  memcpy(to, from, count);
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}
