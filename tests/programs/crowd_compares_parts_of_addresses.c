// expect: FALSE(reach)
// properties: reach
// options: --address-reuse off
// options explicit: --domain value+interval
// engines: explicit
// lp64-only
// The upper half of the address of a local variable differs from thread to thread.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static unsigned first;
static int is_set;

static void *compares(void *argument) {
  union {
    int *pointer;
    unsigned halves[2];
  } both;
  int local = 0;
  both.pointer = &local;
  __VERIFIER_atomic_begin();
  if (!is_set)
    first = both.halves[1];
  is_set = 1;
  int is_same = first == both.halves[1];
  __VERIFIER_atomic_end();
  assert(is_same);
  return argument;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread, NULL, compares, NULL);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
