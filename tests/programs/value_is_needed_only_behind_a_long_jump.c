// expect: FALSE(reach)
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
int flag;
static void *f(void *a) {
  __atomic_store_n(&flag, 1, 5);
  return a;
}
static void work(int v) {
  jmp_buf b;
  if (setjmp(b)) {
    assert(v != 7);
    return;
  }
  int seen = __atomic_load_n(&flag, 5);
  if (seen)
    longjmp(b, 1);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  work(7);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
