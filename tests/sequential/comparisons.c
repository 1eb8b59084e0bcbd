/* Comparisons, roundings and conversions of special values. */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static void compare_floats(double x, double y) {
  printf("%d%d%d%d%d%d", x < y, x <= y, x > y, x >= y, x == y, x != y);
  printf("%d%d%d%d", !(x < y), !(x <= y), !(x > y), !(x >= y));
  printf("%d%d ", isunordered(x, y) != 0, islessgreater(x, y) != 0);
}

static void compare_integers(int x, int y) {
  unsigned a = (unsigned)x, b = (unsigned)y;
  printf("%d%d%d%d%d%d", x < y, x <= y, x > y, x >= y, x == y, x != y);
  printf("%d%d%d%d ", a < b, a <= b, a > b, a >= b);
  printf("%g %g %g\n", (double)x, (double)a, (float)y);
}

static void round_float(double x) {
  printf("%g %g %g %g %g %g %g ", floor(x), ceil(x), trunc(x), round(x), rint(x), fabs(x), copysign(3, x));
  printf("%g %g\n", fmin(x, 1), fmax(x, 1));
  if (x > -1e9 && x < 1e9)
    printf("%d %u %lld %ld\n", (int)x, (unsigned)(x < 0 ? 0 : x), (long long)x, lround(x));
}

int main(void) {
  static const volatile double floats[] = {0.0, -0.0, 1.5, -2.5, NAN, INFINITY, -INFINITY, 3e9};
  static const volatile int integers[] = {0, 1, -1, INT_MAX, INT_MIN};
  volatile uint64_t word = 0x123456789abcdef0;
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++)
      compare_floats(floats[i], floats[j]);
    round_float(floats[i]);
  }
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      compare_integers(integers[i], integers[j]);
  printf("%llx %d %d %d\n", (unsigned long long)__builtin_bswap64(word), __builtin_popcountll(word),
         __builtin_clzll(word), __builtin_ctzll(word));
  return 0;
}
