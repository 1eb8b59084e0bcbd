// expect: TRUE
// options: --error-function exit,_Exit
/* Neither main's result nor a status of success counts. */
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  if (__VERIFIER_nondet_bool())
    exit(EXIT_SUCCESS);
  if (__VERIFIER_nondet_bool())
    _Exit(EXIT_SUCCESS);
  return 1;
}
// SPDX-License-Identifier: Apache-2.0
