// expect: TRUE
/* assume_abort_if_not is an assumption too. */
extern void assume_abort_if_not(int);
extern void __VERIFIER_error(void);
int main(void) {
  assume_abort_if_not(0);
  __VERIFIER_error();
}
// SPDX-License-Identifier: Apache-2.0
