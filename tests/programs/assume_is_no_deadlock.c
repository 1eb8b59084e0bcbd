// expect: TRUE
// A thread that waits for one stopped by an assumption is not deadlocked: the execution just ended.
#include <pthread.h>

void __VERIFIER_assume(int);

static void *stops(void *argument) {
  __VERIFIER_assume(0);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, stops, 0);
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
