// expect: FALSE(reach)
/* An arbitrary int is not always 0. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { assert(__VERIFIER_nondet_int() == 0); }
// SPDX-License-Identifier: Apache-2.0
