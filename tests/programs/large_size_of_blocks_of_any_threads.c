// SPDX-License-Identifier: Apache-2.0
// Any number of threads have a block of up to a million bytes each, and write its last one.
// expect: TRUE
// properties: reach
// engines: modular
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

static void *work(void *unused) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1 && n <= 1000000);
  char *p = malloc(n);
  p[n - 1] = 3;
  assert(p[n - 1] == 3);
  free(p);
  return unused;
}
int main(void) {
  pthread_t t;
  for (;;)
    pthread_create(&t, NULL, work, NULL);
}
