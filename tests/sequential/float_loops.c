/* Numerical methods to the last digit. */
#include <stdio.h>

static double my_exp(double x) {
  double sum = 1, term = 1;
  for (int n = 1; n < 30; n++) {
    term *= x / n;
    sum += term;
  }
  return sum;
}
static double my_sin(double x) {
  double sum = 0, term = x;
  for (int n = 1; n < 30; n += 2) {
    sum += term;
    term *= -x * x / ((n + 1) * (n + 2));
  }
  return sum;
}
static double newton(double (*f)(double), double x) {
  for (int i = 0; i < 12; i++) {
    double h = 1e-6, slope = (f(x + h) - f(x - h)) / (2 * h);
    x -= f(x) / slope;
  }
  return x;
}
static double cubic(double x) { return x * x * x - 2 * x - 5; }
static double simpson(double (*f)(double), double a, double b, int n) {
  double h = (b - a) / n, sum = f(a) + f(b);
  for (int i = 1; i < n; i++)
    sum += f(a + i * h) * (i % 2 ? 4 : 2);
  return sum * h / 3;
}

int main(void) {
  printf("%.15g %.15g\n", my_exp(1), my_exp(-2.5));
  printf("%.15g %.15g\n", my_sin(1), my_sin(3.14159265358979));
  printf("%.12g\n", newton(cubic, 2));
  printf("%.15g\n", simpson(my_sin, 0, 2, 20));
  double pi = 0;
  for (int i = 0; i < 200; i++)
    pi += (i % 2 ? -4.0 : 4.0) / (2 * i + 1);
  printf("%.15f\n", pi);
  float x = 0.5f;
  for (int i = 0; i < 40; i++)
    x = 3.9f * x * (1 - x);
  printf("%.9g\n", x);
  double y = 0.5;
  for (int i = 0; i < 40; i++)
    y = 3.9 * y * (1 - y);
  printf("%.17g\n", y);
  int inside = 0;
  for (double cy = -1; cy <= 1; cy += 0.25)
    for (double cx = -2; cx <= 0.5; cx += 0.25) {
      double a = 0, b = 0;
      int n = 0;
      for (; n < 30 && a * a + b * b < 4; n++) {
        double t = a * a - b * b + cx;
        b = 2 * a * b + cy;
        a = t;
      }
      inside += n == 30;
    }
  printf("%d\n", inside);
  return inside;
}
// SPDX-License-Identifier: Apache-2.0
