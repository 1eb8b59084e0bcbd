// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(reach)
// properties: reach
// engines: explicit order graph
// Inputs of 32 bits of which few values make a difference: one is compared, one used modulo a small
// number.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
static _Atomic int state;

static int is_negative(int number) { return number < 0; }

static void *first(void *unused) {
  int number = __VERIFIER_nondet_int();
  __VERIFIER_assume(number < 1000);
  if (is_negative(number))
    state = number == -77 ? 3 : 2;
  return unused;
}

static void *second(void *unused) {
  if (__VERIFIER_nondet_uint() % 5 == 4)
    state += 10;
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(state != 13);
}
