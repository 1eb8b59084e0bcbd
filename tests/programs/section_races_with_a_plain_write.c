// expect: FALSE(race)
// properties: race
// engines: reference order
// The section comes to its write only after the other thread has written the flag.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int flag, x;

static void *write(void *argument) {
  __VERIFIER_atomic_begin();
  flag = 1;
  __VERIFIER_atomic_end();
  x = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write, 0);
  __VERIFIER_atomic_begin();
  if (flag)
    x = 2;
  __VERIFIER_atomic_end();
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
