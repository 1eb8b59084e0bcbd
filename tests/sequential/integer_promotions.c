/* Small types become int before arithmetic; the usual conversions pick the common type. */
#include <stdio.h>

static const char *sign(long long x) { return x < 0 ? "negative" : x > 0 ? "positive" : "zero"; }

int main(void) {
  unsigned char a = 200, b = 100;
  signed char c = -1;
  unsigned short s = 65535;
  short t = -32768;
  printf("%d %d %d\n", a + b, a - 2 * b, a * b);
  printf("%d %d\n", (unsigned char)(a + b), (signed char)(a + b));
  printf("%d %d\n", ~a, (unsigned char)~a);
  printf("%d %d\n", -s, +t);
  printf("%d\n", t - 1 < t);
  printf("%d %d\n", c < a, (unsigned char)c > a);
  printf("%s %s\n", sign(a - 201), sign((unsigned)a - 201));
  unsigned u = 1;
  int i = -2;
  printf("%d %d\n", i < (int)u, i < u);
  printf("%u %lld\n", i + u, (long long)i + u);
  long long ll = -1;
  printf("%d %d\n", ll < u, ll < 1ull);
  a += 100;
  printf("%d\n", a);
  a <<= 1;
  printf("%d\n", a);
  c = c * 2 + 1;
  printf("%d\n", c);
  s++;
  printf("%d\n", s);
  printf("%d %d\n", (char)('a' + 1) == 'b', (int)sizeof(a + b));
  printf("%d\n", (int)sizeof(1 ? a : b));
  printf("%d %d\n", !a, !!a);
  return a & 0x7f;
}
// SPDX-License-Identifier: Apache-2.0
