// expect: FALSE(reach)
/* It may be either. */
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) { assert(__VERIFIER_nondet_bool()); }
// SPDX-License-Identifier: Apache-2.0
