// expect: TRUE
/* Arbitrary characters have the range of their types. */
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int with_sign = __VERIFIER_nondet_char();
  assert(with_sign >= -128 && with_sign <= 127);
  int without = __VERIFIER_nondet_uchar();
  assert(without >= 0 && without <= 255);
}
// SPDX-License-Identifier: Apache-2.0
