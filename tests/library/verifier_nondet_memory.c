// expect: FALSE(reach)
/* Arbitrary memory. */
#include <assert.h>
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);
int main(void) {
  unsigned char cell = 0;
  __VERIFIER_nondet_memory(&cell, sizeof cell);
  assert(cell != 200);
}
// SPDX-License-Identifier: Apache-2.0
