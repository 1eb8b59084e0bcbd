// expect: TRUE
#include <assert.h>
#include <complex.h>
int main(void) {
  assert(cabs(3 + 4 * I) == 5 && cabsf(3.0f - 4.0f * I) == 5);
  assert(carg(2) == 0 && creal(cproj(1 + I)) == 1);
  assert(creal(cproj(1 - __builtin_inf() * I)) == __builtin_inf());
}
// SPDX-License-Identifier: Apache-2.0
