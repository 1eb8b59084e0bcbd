// expect: FALSE(reach)
// options: --error-function exit
// engines: reference explicit order impact
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  if (__VERIFIER_nondet_bool())
    exit(EXIT_FAILURE);
  exit(EXIT_SUCCESS);
}
// SPDX-License-Identifier: Apache-2.0
