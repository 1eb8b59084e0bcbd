// expect: FALSE(reach)
/* So are floating-point numbers and pointers to characters. */
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern char *__VERIFIER_nondet_charp(void), *__VERIFIER_nondet_pchar(void);
extern void reach_error(void);
int main(void) {
  float single = __VERIFIER_nondet_float();
  double wide = __VERIFIER_nondet_double();
  if (single == 0 && wide == 0 && !__VERIFIER_nondet_charp() && !__VERIFIER_nondet_pchar())
    reach_error();
}
// SPDX-License-Identifier: Apache-2.0
