// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <pthread.h>
struct p {
  int a, b;
} s;
static void *f(void *a) {
  struct p v = {1, 1};
  s = v;
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  struct p v = s;
  assert(v.a == v.b);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
