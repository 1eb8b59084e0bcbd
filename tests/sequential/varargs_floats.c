/* Variable arguments: doubles among integers, more of each than there are registers. */
#include <stdarg.h>
#include <stdio.h>

static double mix(const char *types, ...) {
  va_list arguments;
  double total = 0;
  va_start(arguments, types);
  for (; *types != '\0'; types++)
    if (*types == 'd')
      total = total * 2 + va_arg(arguments, double);
    else
      total = total * 3 + va_arg(arguments, int);
  va_end(arguments);
  return total;
}

static double mean(int n, ...) {
  va_list arguments;
  va_start(arguments, n);
  double total = 0;
  for (int i = 0; i < n; i++)
    total += va_arg(arguments, double);
  va_end(arguments);
  return total / n;
}

static int count(int first, double second, ...) {
  va_list arguments;
  va_start(arguments, second);
  int n = 0;
  while (va_arg(arguments, int) >= 0)
    n++;
  va_end(arguments);
  return n + first + (int)second;
}

int main(void) {
  float f = 1.5f;
  printf("%g\n", mix("didi", 1.5, 2, 2.5, 3));
  printf("%g\n", mix("dddddddddd", .5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5));
  printf("%g\n", mix("didididididididididi", 1., 1, 2., 2, 3., 3, 4., 4, 5., 5, 6., 6, 7., 7, 8., 8,
                     9., 9, 10., 10));
  printf("%g\n", mean(3, f, f, 3.0));
  printf("%g\n", mean(9, 1., 2., 3., 4., 5., 6., 7., 8., 9.));
  printf("%d\n", count(10, 20.5, 1, 2, 3, -1));
  printf("%f %d %e %s %g\n", 1.0 / 3, 7, 12345.678, "end", f);
  return (int)mean(2, 10., 20.);
}
// SPDX-License-Identifier: Apache-2.0
