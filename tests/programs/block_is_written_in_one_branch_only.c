// expect: FALSE(reach)
// properties: reach
// Where the branch is not taken, the block has arbitrary contents still.
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int *block = malloc(sizeof *block);
  if (!block)
    return 0;
  if (__VERIFIER_nondet_bool())
    *block = 1;
  assert(*block == 1);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
