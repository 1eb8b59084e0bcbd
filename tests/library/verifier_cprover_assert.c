// expect: FALSE(reach)
/* Without a declaration, as old programs have it. */
int main() {
  int zero = 0;
  __CPROVER_assume(!zero);
  __CPROVER_assert(zero, "no");
}
// SPDX-License-Identifier: Apache-2.0
