// expect: TRUE
// properties: reach
// engines: modular
// That indices stay in the array follows from where they are compared and how far one step goes.
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int memory[65];
int next = 1;
int m;
int bad;
void __VERIFIER_atomic_acquire(int *m) {
  __VERIFIER_assume(*m == 0);
  *m = 1;
}
void __VERIFIER_atomic_release(int *m) { *m = 0; }
void *t(void *a) {
  while (1) {
    int c;
    __VERIFIER_atomic_acquire(&m);
    if (next + 2 - 1 > 65)
      c = 0;
    else {
      c = next;
      next += 2;
    }
    __VERIFIER_atomic_release(&m);
    if (c != 0)
      memory[c] = 1;
    if (bad)
      reach_error();
  }
}
int main(void) {
  pthread_t p;
  while (1)
    pthread_create(&p, 0, t, 0);
}
// SPDX-License-Identifier: Apache-2.0
