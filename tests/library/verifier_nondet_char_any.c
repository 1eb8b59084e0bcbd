// expect: FALSE(reach)
/* Every character is possible. */
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
int main(void) { assert(__VERIFIER_nondet_char() != -77); }
// SPDX-License-Identifier: Apache-2.0
