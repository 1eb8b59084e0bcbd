// SPDX-License-Identifier: Apache-2.0
// A pointer walks through the first twenty bytes of a block that has at least as many.
// expect: TRUE
// properties: reach,memory
// engines: impact lazy
// lp64-only
#include <pthread.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

static int x;
static void *work(void *unused) {
  x = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 20 && n <= 1u << 20);
  char *p = malloc(n), *q = p;
  for (int i = 0; i < 20; i++)
    *q++ = 1;
  pthread_create(&t, NULL, work, NULL);
  return 0;
}
