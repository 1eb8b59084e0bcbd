// expect: FALSE(memory)
/* An arbitrary pointer must not be used. */
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  int *pointer = __VERIFIER_nondet_pointer();
  return *pointer;
}
// SPDX-License-Identifier: Apache-2.0
