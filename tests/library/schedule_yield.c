// expect: TRUE
/* Yielding changes nothing: any thread can go on anyway. */
extern int pthread_yield(void), sched_yield(void);
extern void __VERIFIER_yield(void), __CPROVER_yield(void);
int main(void) {
  __VERIFIER_yield();
  __CPROVER_yield();
  return pthread_yield() + sched_yield();
}
// SPDX-License-Identifier: Apache-2.0
