// expect: TRUE
// properties: reach,deadlock
// Nobody moves while a thread is in an atomic section, so nobody sees what it wrote there before an
// assumption that does not hold.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;

static void *writer(void *argument) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_assume(0);
  __VERIFIER_atomic_end();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  assert(x == 0);
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
