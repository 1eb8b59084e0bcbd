// SPDX-License-Identifier: Apache-2.0
// The last byte of the last of up to a thousand elements of 200 bytes is written and read.
// expect: TRUE
// properties: reach,memory
// engines: impact lazy schedule widen
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

struct wide {
  char c[200];
};
static int shared;
static void *work(void *u) {
  shared = 1;
  return u;
}
int main(void) {
  pthread_t t;
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1 && n <= 1000);
  struct wide *p = malloc(n * sizeof *p);
  p[n - 1].c[199] = 1;
  pthread_create(&t, NULL, work, NULL);
  assert(p[n - 1].c[199] == 1);
  free(p);
  return 0;
}
