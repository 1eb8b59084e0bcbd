// expect: FALSE(reach)
/* Calling __VERIFIER_error is the error. */
extern void __VERIFIER_error(void);
int main(void) { __VERIFIER_error(); }
// SPDX-License-Identifier: Apache-2.0
