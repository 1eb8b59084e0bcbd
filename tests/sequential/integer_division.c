/* Division truncates, the remainder has the dividend's sign. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static const int dividends[] = {7, -7, 0, 1, -1, INT_MAX, INT_MIN};
  static const int divisors[] = {2, -2, 3, 1, 7, INT_MAX, INT_MIN};
  for (unsigned i = 0; i < 7; i++) {
    for (unsigned j = 0; j < 7; j++) {
      int a = dividends[i], b = divisors[j];
      printf("%d,%d ", a / b, a % b);
    }
    printf("\n");
  }
  unsigned u = 4000000000u;
  printf("%u %u %u\n", u / 3, u % 3, u / 4000000001u);
  printf("%d %u\n", -7 / 2, -7 / 2u);
  short s = -32768;
  s /= -1;
  printf("%d\n", s);
  signed char c = -128;
  printf("%d %d\n", c / -1, c % -1);
  long long l = LLONG_MIN;
  printf("%lld %lld\n", l / 10, l % 10);
  printf("%lld %lld\n", l / LLONG_MAX, LLONG_MAX % l);
  unsigned long long ul = ~0ull;
  printf("%llu %llu\n", ul / 7, ul % 1000000007);
  div_t d = div(-17, 5);
  ldiv_t ld = ldiv(17l, -5l);
  lldiv_t lld = lldiv(-1000000000000ll, 7ll);
  printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, ld.quot, ld.rem, lld.quot, lld.rem);
  printf("%d %ld %lld\n", abs(-5), labs(-6l), llabs(-(1ll << 40)));
  int digits = 0;
  for (int n = 1234567; n; n /= 10)
    digits = digits * 10 + n % 10;
  printf("%d\n", digits);
  return -17 % 5 + 10;
}
// SPDX-License-Identifier: Apache-2.0
