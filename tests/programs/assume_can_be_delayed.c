// expect: FALSE(reach)
// properties: reach,deadlock
// An assumption that does not hold ends an execution, but nobody forces the thread to get there
// before another one fails.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
int x;

static void *writer(void *argument) {
  x = 1;
  __VERIFIER_assume(0);
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
