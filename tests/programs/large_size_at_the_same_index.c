// SPDX-License-Identifier: Apache-2.0
// Two threads write the same place of a block at once if that has a thousand bytes.
// expect: FALSE(race)
// engines: lazy schedule widen
#include <pthread.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

static char *p;
static unsigned n;
static void *work(void *unused) {
  p[n - 1] = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1000 && n <= 1000000);
  p = malloc(n);
  pthread_create(&t, NULL, work, NULL);
  p[n - 2] = 2;
  p[999] = 2;
  pthread_join(t, NULL);
  free(p);
  return 0;
}
