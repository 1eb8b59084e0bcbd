// expect: TRUE
// engines: explicit
/* Only who remembers that the number was greater than 10 sees that the assertion holds. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int x, y;

static void *copy(void *unused) {
  if (x > 10)
    y = x;
  return unused;
}

int main(void) {
  x = __VERIFIER_nondet_int();
  pthread_t thread;
  pthread_create(&thread, 0, copy, 0);
  pthread_join(thread, 0);
  assert(y == 0 || y > 10);
}
// SPDX-License-Identifier: Apache-2.0
