// SPDX-License-Identifier: Apache-2.0
// A thread fills one integer more than a block of up to a million has.
// expect: FALSE(memory)
// properties: reach,memory
// engines: impact lazy
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

static int *p;
static unsigned n;
static void *work(void *u) {
  for (unsigned i = 0; i <= n; i++)
    p[i] = 1;
  return u;
}
int main(void) {
  pthread_t t;
  n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1 && n <= 1u << 20);
  p = malloc(n * sizeof *p);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  p[n - 1] = 3;
  assert(p[n - 1] == 3);
  free(p);
  return 0;
}
