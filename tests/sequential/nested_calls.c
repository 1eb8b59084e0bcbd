/* Values through many parameters and many levels. */
#include <stdio.h>

static long long many(int a, long long b, char c, double d, short e, float f, unsigned g, void *h,
                      signed char i, unsigned long long j, double k, int l) {
  return a + b + c + (long long)d + e + (long long)f + g + (h != NULL) + i + (long long)j +
         (long long)k + l;
}

static int f1(int x) { return x + 1; }
static int f2(int x, int y) { return f1(x) * f1(y); }
static int f3(int x, int y, int z) { return f2(f1(x), f2(y, z)) - f1(z); }

static double blend(double a, double b, double c, double d, double e, double f, double g, double h,
                    double i, double j) {
  return a - b * 2 + c * 3 - d * 4 + e * 5 - f * 6 + g * 7 - h * 8 + i * 9 - j * 10;
}

static unsigned char narrow(unsigned char a, signed char b, unsigned short c) {
  return (unsigned char)(a + b + c);
}

static float mixed(float a, int b, float c, int d) { return a * b + c * d; }
static _Bool odd(unsigned n) { return n & 1; }
static short negative(short s) { return (short)-s; }
static void nothing(void) {}

int main(void) {
  int local = 0;
  printf("%lld\n", many(1, 1ll << 40, 'a', 2.9, -3, 4.5f, 5u, &local, -6, 7ull, 8.25, 9));
  printf("%d\n", f3(f1(1), f2(2, 3), f3(1, 1, 1)));
  printf("%g\n", blend(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  printf("%d\n", narrow(300 & 255, (signed char)-1, 65535));
  printf("%g\n", mixed(1.5f, 2, 2.5f, 3));
  printf("%d %d\n", odd(7), odd(8));
  printf("%d\n", negative(-32768));
  nothing();
  printf("%d\n", (odd(3) ? f1 : negative == 0 ? NULL : f1)(4));
  return f2(f1(f1(f1(1))), f1(2));
}
// SPDX-License-Identifier: Apache-2.0
