/* Arithmetic that tells whether it overflowed. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  int r;
  printf("%d", __builtin_add_overflow(INT_MAX, 1, &r));
  printf(" %d\n", r);
  printf("%d", __builtin_sub_overflow(INT_MIN, 1, &r));
  printf(" %d\n", r);
  printf("%d", __builtin_mul_overflow(46341, 46341, &r));
  printf(" %d\n", r);
  printf("%d", __builtin_add_overflow(1, 2, &r));
  printf(" %d\n", r);
  unsigned u;
  printf("%d", __builtin_sub_overflow(1u, 2u, &u));
  printf(" %u\n", u);
  printf("%d", __builtin_mul_overflow(65536u, 65536u, &u));
  printf(" %u\n", u);
  long long l;
  printf("%d", __builtin_mul_overflow(1ll << 40, 1ll << 30, &l));
  printf(" %lld\n", l);
  printf("%d", __builtin_add_overflow(LLONG_MAX, -1ll, &l));
  printf(" %lld\n", l);
  uint64_t q;
  printf("%d", __builtin_mul_overflow(~0ull, 2ull, &q));
  printf(" %llu\n", (unsigned long long)q);
  signed char c;
  printf("%d", __builtin_add_overflow(100, 27, &c));
  printf(" %d\n", c);
  printf("%d", __builtin_add_overflow(100, 28, &c));
  printf(" %d\n", c);
  uint8_t b;
  printf("%d", __builtin_sub_overflow(5, 6, &b));
  printf(" %d\n", b);
  short s;
  printf("%d", __builtin_mul_overflow(-200, 200, &s));
  printf(" %d\n", s);
  printf("%d %d\n", __builtin_sadd_overflow(1, 1, &r), __builtin_uaddll_overflow(~0ull, 1, (unsigned long long *)&l));
  static const int64_t signed_values[] = {0, -1, 5, INT64_MIN, INT64_MAX};
  static const uint64_t unsigned_values[] = {0, 1, ~0ull, 1ull << 63, (1ull << 63) - 1};
  for (int i = 0; i < 25; i++) {
    int64_t x = signed_values[i / 5], to_signed;
    uint64_t y = unsigned_values[i % 5], to_unsigned;
    int sum = __builtin_add_overflow(x, y, &to_signed);
    int difference = __builtin_sub_overflow(x, y, &to_unsigned);
    printf("%d%d %lld %llu ", sum, difference, (long long)to_signed,
           (unsigned long long)to_unsigned);
    sum = __builtin_add_overflow(y, x, &to_unsigned);
    difference = __builtin_sub_overflow(y, x, &to_signed);
    printf("%d%d %llu %lld\n", sum, difference, (unsigned long long)to_unsigned,
           (long long)to_signed);
  }
  unsigned carry;
  u = __builtin_addc(0xffffffffu, 1u, 0u, &carry);
  printf("%u %u\n", u, carry);
  return b;
}
// SPDX-License-Identifier: Apache-2.0
