// expect: FALSE(division)
// properties: division
/* The comparison does not exclude 0. */
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long all = __VERIFIER_nondet_ulong(), most = 10;
  if (all <= most)
    most = most / all;
  return (int)most;
}
// SPDX-License-Identifier: Apache-2.0
