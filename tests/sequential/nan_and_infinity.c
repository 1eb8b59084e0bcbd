/* Comparisons and classification of special values. */
#include <math.h>
#include <stdio.h>

static void compare(double a, double b) {
  printf("%d%d%d%d%d%d %d%d%d%d%d ", a == b, a != b, a < b, a <= b, a > b, a >= b,
         isless(a, b), isgreater(a, b), isunordered(a, b), islessgreater(a, b),
         isgreaterequal(a, b));
}

int main(void) {
  const double values[] = {0.0, -0.0, 1.0, INFINITY, -INFINITY, NAN, 1e-310};
  enum { N = sizeof values / sizeof *values };
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      compare(values[i], values[j]);
    printf("\n%d %d %d %d %d\n", isnan(values[i]), isinf(values[i]) != 0, isfinite(values[i]),
           isnormal(values[i]), signbit(values[i]) != 0);
    printf("%d\n", fpclassify(values[i]) == FP_NAN        ? 0
                   : fpclassify(values[i]) == FP_INFINITE ? 1
                   : fpclassify(values[i]) == FP_ZERO     ? 2
                   : fpclassify(values[i]) == FP_SUBNORMAL ? 3
                                                           : 4);
  }
  volatile double zero = 0;
  double nan = zero / zero, inf = 1 / zero;
  printf("%d %d %d\n", nan != nan, inf > 1e308, -inf < 0);
  printf("%d %d\n", isnan(inf - inf), isnan(inf * zero));
  printf("%g %g\n", 1 / inf, 1 / -inf);
  printf("%d %d %d\n", nan ? 1 : 0, !nan, zero ? 1 : 0);
  printf("%d\n", -zero == zero);
  float f = (float)1e300;
  printf("%g %d\n", f, isinf(f) != 0);
  int n = 0;
  for (double d = 1; d < INFINITY; d *= 1e10)
    n++;
  return n;
}
// SPDX-License-Identifier: Apache-2.0
