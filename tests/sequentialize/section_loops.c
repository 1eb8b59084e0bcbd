// expect: TRUE
// A loop in an atomic section may go on for long, but nobody interrupts it there: others never see
// `busy` set.
#include <pthread.h>
#include <stdbool.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern bool __VERIFIER_nondet_bool(void);

static int busy;

static void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  busy = 1;
  while (__VERIFIER_nondet_bool())
    ;
  busy = 0;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  if (busy)
    reach_error();
  pthread_join(thread, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
