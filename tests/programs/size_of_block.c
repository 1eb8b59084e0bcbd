// SPDX-License-Identifier: Apache-2.0
// A block whose size is an input, within its bounds.
// expect: TRUE
// properties: reach
// engines: impact order explicit lazy auto modular
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
  __VERIFIER_assume(count >= 4 && count <= 8);
  char *bytes = malloc(count);
  bytes[3] = 5;
  assert(bytes[3] == 5);
  free(bytes);
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}
