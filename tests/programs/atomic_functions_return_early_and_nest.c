// expect: FALSE(reach)
#include <assert.h>
#include <pthread.h>
int x, y;
static int __VERIFIER_atomic_inner(int k) {
  if (k)
    return x;
  x++;
  return y;
}
static int __VERIFIER_atomic_outer(int k) {
  if (!k)
    return 1;
  int r = __VERIFIER_atomic_inner(0);
  y = x;
  return r;
}
static void *__VERIFIER_atomic_thread(void *a) {
  x++;
  y++;
  return a;
}
static void __VERIFIER_atomic_same(void) { assert(x == y); }
static int __VERIFIER_atomic_both(void) { return x + y; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, __VERIFIER_atomic_thread, 0);
  __VERIFIER_atomic_outer(1);
  __VERIFIER_atomic_same();
  pthread_join(t, 0);
  assert(x == 2 && y == 2);
  pthread_create(&t, 0, __VERIFIER_atomic_thread, 0);
  __VERIFIER_atomic_outer(0);
  int r = __VERIFIER_atomic_both();
  int s = __VERIFIER_atomic_both();
  assert(r == s);
}
// SPDX-License-Identifier: Apache-2.0
