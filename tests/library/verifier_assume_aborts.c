// expect: TRUE
// properties: reach,abort,memory
// engines: reference explicit order impact
/* The program's own definitions, by SV-COMP's rules: what is assumed is no violation, and the abort
 * behind an error call belongs to that. */
void abort(void);
void reach_error(void) {}
void assume_abort_if_not(int condition) {
  if (!condition)
    abort();
}
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_uchar();
  assume_abort_if_not(x > 3);
  if (x <= 3) {
    reach_error();
    abort();
  }
}
// SPDX-License-Identifier: Apache-2.0
