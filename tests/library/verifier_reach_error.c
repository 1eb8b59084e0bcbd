// expect: FALSE(reach)
/* Calling reach_error is the error. */
extern void reach_error(void);
int main(void) { reach_error(); }
// SPDX-License-Identifier: Apache-2.0
