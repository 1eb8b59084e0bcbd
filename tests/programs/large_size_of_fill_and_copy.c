// SPDX-License-Identifier: Apache-2.0
// Blocks of at least twenty bytes are filled, copied and made larger.
// expect: TRUE
// properties: reach,memory
// engines: impact lazy schedule widen
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
  memcpy(q, p, n);
  p = realloc(p, n + 5);
  p[n + 4] = 1;
  pthread_create(&t, NULL, work, NULL);
  free(p);
  free(q);
  return 0;
}
