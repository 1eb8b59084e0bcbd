/* Doubles and floats round alike everywhere. */
#include <float.h>
#include <stdio.h>

static double horner(const double *c, int n, double x) {
  double r = 0;
  while (n-- > 0)
    r = r * x + c[n];
  return r;
}

int main(void) {
  double a = 0.1, b = 0.2;
  float fa = 0.1f, fb = 0.2f;
  printf("%.17g %.9g %d %d\n", a + b, fa + fb, a + b == 0.3, fa + fb == 0.3f);
  printf("%.17g %.17g %.17g\n", a - b, a * b, a / b);
  printf("%.9g %.9g %.9g\n", fa - fb, fa * fb, fa / fb);
  printf("%.17g %.17g\n", (double)fa, (double)(float)a - a);
  double sum = 0;
  for (int i = 1; i <= 100; i++)
    sum += 1.0 / i;
  float fsum = 0;
  for (int i = 1; i <= 100; i++)
    fsum += 1.0f / (float)i;
  printf("%.17g %.9g\n", sum, fsum);
  const double c[] = {1, -0.5, 0.25, -0.125};
  printf("%.17g\n", horner(c, 4, 1.7));
  double x = 2;
  for (int i = 0; i < 6; i++)
    x = (x + 2 / x) / 2;
  printf("%.17g\n", x);
  printf("%g %g %g\n", DBL_MAX * 2, -DBL_MAX * 10, DBL_MIN / 4);
  printf("%g %g\n", DBL_EPSILON, (double)FLT_MAX);
  printf("%d %d\n", 1 + DBL_EPSILON > 1, 1 + DBL_EPSILON / 2 > 1);
  printf("%g %g\n", 9007199254740993.0, 16777217.0f);
  x = 1e308;
  x *= 10;
  printf("%g %g\n", x, 1 / x);
  double y = 1;
  int n = 0;
  while (y > 0) {
    y /= 2;
    n++;
  }
  printf("%d\n", n);
  float counter = 0.5f;
  counter++;
  --counter;
  counter += 1;
  printf("%g %g\n", counter, -counter);
  return n & 0xff;
}
// SPDX-License-Identifier: Apache-2.0
