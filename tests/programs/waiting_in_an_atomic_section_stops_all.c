// expect: TRUE
// properties: reach
// engines: reference order
// Nobody can end the waiting, nor see what was written before it.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, flag;

static void *waits(void *argument) {
  __VERIFIER_atomic_begin();
  x = 1;
  while (!flag)
    ;
  x = 0;
  __VERIFIER_atomic_end();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  assert(x == 0);
  flag = 1;
  assert(x == 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
