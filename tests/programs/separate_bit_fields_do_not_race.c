// expect: TRUE
#include <pthread.h>
struct {
  unsigned a : 3;
  char c;
  unsigned : 0;
  unsigned b : 5;
  int d;
} s;
static void *f(void *x) {
  s.a = 1;
  s.d = 4;
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  s.b = 2;
  s.c = 3;
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
