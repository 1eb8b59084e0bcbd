// SPDX-License-Identifier: Apache-2.0
// Bytes are set, as many as an input says.
// expect: TRUE
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
  char bytes[8] = {0};
  __VERIFIER_assume(count <= 8);
  memset(bytes, 7, count);
  assert(count < 8 || bytes[7] == 7);
  assert(count > 2 || bytes[4] == 0);
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}
