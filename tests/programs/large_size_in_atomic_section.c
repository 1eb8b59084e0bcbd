// SPDX-License-Identifier: Apache-2.0
// A thread writes the last byte of a large block in an atomic section, another one outside of it.
// expect: FALSE(race)
// properties: race
// engines: lazy schedule
#include <pthread.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static char *p;
static int x;
static unsigned n;
static void *work(void *unused) {
  __VERIFIER_atomic_begin();
  x = 1;
  p[n - 1] = 1;
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t t;
  n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1000 && n <= 1000000);
  p = malloc(n);
  pthread_create(&t, NULL, work, NULL);
  p[n - 1] = 2;
  pthread_join(t, NULL);
  free(p);
  return 0;
}
