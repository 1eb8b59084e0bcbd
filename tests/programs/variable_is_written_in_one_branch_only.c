// expect: FALSE(reach)
// properties: reach
// Where the branch is not taken, the variable has its first value still.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
int x;

int main(void) {
  if (__VERIFIER_nondet_bool())
    x = 1;
  assert(x == 1);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
