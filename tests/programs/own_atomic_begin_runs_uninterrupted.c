// expect: TRUE
// properties: reach
// engines: reference graph
// Some programs bring their own sections: a lock whose test and set must not be torn apart.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
int global_lock, x;

void __VERIFIER_atomic_begin(void) {
  __VERIFIER_assume(global_lock == 0);
  global_lock = 1;
}

void __VERIFIER_atomic_end(void) {
  __VERIFIER_assume(global_lock == 1);
  global_lock = 0;
}

static void *add(void *argument) {
  __VERIFIER_atomic_begin();
  x = x + 1;
  __VERIFIER_atomic_end();
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, add, 0);
  pthread_create(&u, 0, add, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(x == 2);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
