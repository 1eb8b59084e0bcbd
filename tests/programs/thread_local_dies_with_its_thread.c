// expect: FALSE(memory)
#include <pthread.h>
_Thread_local int own;
static void *f(void *x) {
  (void)x;
  return &own;
}
int main(void) {
  pthread_t t;
  void *r;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, &r);
  return *(int *)r;
}
// SPDX-License-Identifier: Apache-2.0
