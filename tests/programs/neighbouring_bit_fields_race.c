// expect: FALSE(race)
#include <pthread.h>
struct {
  unsigned a : 3, b : 5;
} s;
static void *f(void *x) {
  s.a = 1;
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  s.b = 2;
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
