// SPDX-License-Identifier: Apache-2.0
// Any number of threads fill an array of up to a million bytes each, one after the other in time.
// expect: TRUE
// properties: reach
// engines: modular
#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int inside;
static void *work(void *unused) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1 && n <= 1000000);
  char array[n];
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(inside == 0);
  inside = 1;
  __VERIFIER_atomic_end();
  for (unsigned i = 0; i < n; i++)
    array[i] = 1;
  assert(inside == 1);
  inside = 0;
  return unused;
}
int main(void) {
  pthread_t t;
  for (;;)
    pthread_create(&t, NULL, work, NULL);
}
