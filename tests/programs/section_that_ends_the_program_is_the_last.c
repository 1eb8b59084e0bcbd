// expect: TRUE
// properties: reach
// engines: reference order
// Nobody goes on behind the section, so nobody sees what it wrote.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x;

static void *stop(void *argument) {
  __VERIFIER_atomic_begin();
  x = 1;
  exit(0);
  __VERIFIER_atomic_end();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, stop, 0);
  assert(x == 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
