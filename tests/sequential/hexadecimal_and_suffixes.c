/* The types and values of constants. */
#include <stdio.h>

int main(void) {
  printf("%d %d %d %d\n", 0x7f, 0177, 0b101, 100);
  printf("%u %u\n", 0xffffffff, 4294967295u);
  printf("%d %d\n", 0x80000000 > 0, 2147483648 > 0);
  printf("%d\n", -2147483648 < 0);
  printf("%d %d\n", (int)sizeof(2147483648) >= 4, (int)sizeof 1ull);
  printf("%d\n", (int)(sizeof 0xffffffff));
  printf("%lld %llu\n", 9223372036854775807, 18446744073709551615u);
  printf("%d %d\n", -1 < 0u, -1 < 0);
  printf("%d %d\n", -1l < 0u ? 1 : 0, sizeof(long) == 8);
  printf("%g %g %g %g\n", 1e3, .5, 5., 0x1p-2);
  printf("%d %d %d\n", (int)sizeof 1.0f, (int)sizeof 1.0, 1.0f == 1.0);
  printf("%d %d\n", 010 + 10, 0xa * 0xB);
  printf("%d\n", 1 ? 2 : 3 + 4);
  printf("%d %d\n", 7 & 3 == 3, (7 & 3) == 3);
  printf("%d %d\n", 1 << 2 + 1, 5 - 3 - 1);
  printf("%d %d %d\n", -7 >> 1, ~0, !5 == 0);
  printf("%d\n", 2 + 3 * 4 % 5 - 6 / 4);
  printf("%d\n", 1 < 2 == 2 > 1);
  int a = 5;
  printf("%d\n", a ^ 3 | 8 & 12);
  printf("%d %d\n", - -a, -~a);
  printf("%d\n", a == 5 && a != 4 || a / (a - 5));
  int x, y, z;
  x = y = z = 4;
  x -= y -= z;
  printf("%d %d %d\n", x, y, z);
  return x = 6, x * 2;
}
// SPDX-License-Identifier: Apache-2.0
