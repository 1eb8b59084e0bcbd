// expect: TRUE
/* Executions that fail an assumption are not considered. */
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  __VERIFIER_assume(0);
  reach_error();
}
// SPDX-License-Identifier: Apache-2.0
