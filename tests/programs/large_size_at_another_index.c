// SPDX-License-Identifier: Apache-2.0
// What is written into a block of at least a thousand bytes is not found elsewhere in it.
// expect: FALSE(reach)
// properties: reach,memory
// engines: impact lazy
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

static char *p;
static unsigned n;
static void *work(void *u) {
  p[n / 2] = 1;
  return u;
}
int main(void) {
  pthread_t t;
  n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1000 && n <= 1u << 20);
  char v[n];
  p = calloc(n, 1);
  v[n - 1] = 4;
  v[0] = 5;
  pthread_create(&t, NULL, work, NULL);
  p[0] = 2;
  pthread_join(t, NULL);
  assert(p[n / 2] == 1 && p[0] == 2 && v[n - 1] == 4 && v[0] == 5 && p[n - 1] == 1);
  free(p);
  return 0;
}
