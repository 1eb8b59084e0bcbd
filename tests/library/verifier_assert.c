// expect: FALSE(reach)
/* The verifier's own assertion. */
extern void __VERIFIER_assert(int);
int main(void) {
  __VERIFIER_assert(1);
  __VERIFIER_assert(0);
}
// SPDX-License-Identifier: Apache-2.0
