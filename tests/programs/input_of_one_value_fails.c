// expect: FALSE(reach)
// engines: explicit
/* One of 2^32 numbers, and only in one order of the threads. */
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned input;
static _Atomic unsigned seen;

static void *look(void *unused) {
  seen = seen * 3 + 1;
  return unused;
}

int main(void) {
  input = __VERIFIER_nondet_uint();
  pthread_t one, two;
  pthread_create(&one, 0, look, 0);
  pthread_create(&two, 0, look, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(seen == 4 || input * 2654435761u != 1234567891u);
}
// SPDX-License-Identifier: Apache-2.0
