// expect: UNKNOWN(floating point (sin) in solver z3)
// properties: reach
// engines: explicit
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  assert(sin(__VERIFIER_nondet_double()) < 2);
}
// SPDX-License-Identifier: Apache-2.0
