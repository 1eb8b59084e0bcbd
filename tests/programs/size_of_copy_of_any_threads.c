// SPDX-License-Identifier: Apache-2.0
// A copy whose size is an input, in a program that creates threads without end.
// expect: TRUE
// properties: reach
// engines: modular
// lp64-only
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
  char from[8] = "abcdefg", to[8] = {0};
  __VERIFIER_assume(count <= 8);
  memcpy(to, from, count);
  assert(from[2] == 'c');
  for (;;)
    pthread_create(&thread, NULL, work, NULL);
}
