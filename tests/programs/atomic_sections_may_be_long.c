// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <pthread.h>
int x;
static int spin(void) {
  int s = 0;
  for (int i = 0; i < 4000; i++)
    s ^= i;
  return s;
}
static void __VERIFIER_atomic_inc(void) {
  int r = x;
  int s = spin();
  x = r + 1 + (s - s);
}
static void *f(void *a) {
  __VERIFIER_atomic_inc();
  return a;
}
static int __VERIFIER_atomic_get(void) { return x; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  __VERIFIER_atomic_inc();
  pthread_join(t, 0);
  assert(__VERIFIER_atomic_get() == 2);
  pthread_create(&t, 0, f, 0);
  int r = x;
  spin();
  assert(r == 2 || r == 3);
  assert(r == 3);
}
// SPDX-License-Identifier: Apache-2.0
