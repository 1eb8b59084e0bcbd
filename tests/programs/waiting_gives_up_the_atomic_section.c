// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *f(void *a) {
  pthread_mutex_lock(&m);
  x = 1;
  x = 2;
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  __VERIFIER_atomic_begin();
  int r = x;
  pthread_mutex_lock(&m);
  int s = x;
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
  assert(!(r == 1 && s == 2));
}
// SPDX-License-Identifier: Apache-2.0
