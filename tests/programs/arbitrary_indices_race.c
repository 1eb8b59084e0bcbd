// expect: FALSE(race)
// engines: explicit
// properties: race
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int cells[8], i;

static void *write_low(void *unused) {
  cells[i] = 1;
  return unused;
}

int main(void) {
  i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 5);
  pthread_t thread;
  pthread_create(&thread, 0, write_low, 0);
  int j = __VERIFIER_nondet_int();
  if (j >= 4 && j < 8)
    cells[j] = 2;
  pthread_join(thread, 0);
}
// SPDX-License-Identifier: Apache-2.0
