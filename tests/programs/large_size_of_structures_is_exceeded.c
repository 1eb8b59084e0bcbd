// SPDX-License-Identifier: Apache-2.0
// A field of the structure behind the last one is written.
// expect: FALSE(memory)
// properties: reach,memory
// engines: impact lazy
// lp64-only
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

struct pair {
  int a, b, c;
};
static struct pair *p;
static unsigned n;
static void *work(void *u) {
  for (unsigned i = 0; i < n; i++)
    p[i].c = 2;
  return u;
}
int main(void) {
  pthread_t t;
  n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1 && n <= 100000);
  p = calloc(n, sizeof *p);
  pthread_create(&t, NULL, work, NULL);
  unsigned k = __VERIFIER_nondet_uint();
  if (k <= n)
    p[k].b = 1;
  pthread_join(t, NULL);
  free(p);
  return 0;
}
