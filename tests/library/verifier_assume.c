// expect: TRUE
/* What was assumed holds. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned char value = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(value > 250);
  assert(value / 10 == 25);
}
// SPDX-License-Identifier: Apache-2.0
