// expect: TRUE
/* An arbitrary truth value is 0 or 1. */
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int value = __VERIFIER_nondet_bool();
  assert(value == 0 || value == 1);
}
// SPDX-License-Identifier: Apache-2.0
