// expect: FALSE(overflow)
// properties: overflow
long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long number = __VERIFIER_nondet_longlong();
  if (number != 3 && number != 1)
    return 0;
  return number << 62 > 0;
}
// SPDX-License-Identifier: Apache-2.0
