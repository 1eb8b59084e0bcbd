// expect: FALSE(division)
typedef int four __attribute__((vector_size(16)));
int __VERIFIER_nondet_int(void);
int main(void) {
  four divisors = {1, 1, __VERIFIER_nondet_int(), 1};
  four quotients = (four){1, 2, 3, 4} / divisors;
  return quotients[0];
}
// SPDX-License-Identifier: Apache-2.0
