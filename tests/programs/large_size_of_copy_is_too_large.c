// SPDX-License-Identifier: Apache-2.0
// A copy of at least twenty bytes begins one byte behind the start of a block of that size.
// expect: FALSE(memory)
// properties: reach,memory
// engines: impact lazy
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

static int shared;
static void *work(void *u) {
  shared = 1;
  return u;
}
int main(void) {
  pthread_t t;
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 20 && n <= 1u << 20);
  char *p = malloc(n), *q = malloc(n);
  memset(p, 7, n);
  assert(p[n - 1] == 7 && p[3] == 7);
  memcpy(q, p + 1, n);
  p = realloc(p, n + 5);
  p[n + 4] = 1;
  pthread_create(&t, NULL, work, NULL);
  free(p);
  free(q);
  return 0;
}
