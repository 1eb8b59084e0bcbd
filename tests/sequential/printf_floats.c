/* Every float conversion, exact to the last digit. */
#include <math.h>
#include <stdio.h>

int main(void) {
  static const double values[] = {0.0,     -0.0,      1.0,       0.1,        123.456,   1e10,
                                  1e-5,    0.5,       1.5,       2.5,        999999.5,  1e22,
                                  1e23,    5e-324,    1.7976931348623157e308, 3.14159265358979,
                                  1.0 / 3, 9.9999995, 0.0001234, 123456789.0};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    double v = values[i];
    printf("%f %.0f %.3f %12.4f|%-12.2f|%012.1f %+.2f % .1f\n", v, v, v, v, v, v, v, v);
    printf("%e %.0e %.10e %E %15.3e\n", v, v, v, v, v);
    printf("%g %.0g %.3g %.17g %G %10g\n", v, v, v, v, v, v);
    printf("%a\n", v);
  }
  printf("%#.0f %#g %.2a %A %20a\n", 1.0, 1.5, 1.999, 0.7, 3.0);
  printf("%f %e %g %F %5.1f|%-6g|%06f\n", INFINITY, -INFINITY, INFINITY, -INFINITY, INFINITY,
         INFINITY, INFINITY);
  printf("%f %G\n", fabs(NAN), fabs(NAN));
  printf("%.*f %*.*e\n", 2, 1.005, 12, 3, 12345.678);
  printf("%.30f\n%.25e\n", 0.1, 2.0 / 3);
  printf("%5.2f%%\n", 99.5);
  float f = 0.1f;
  printf("%g %.9g %f\n", f, f, f * 3);
  char buffer[32];
  int n = snprintf(buffer, sizeof buffer, "%.3f", 2.0 / 7);
  printf("%s %d\n", buffer, n);
  n = snprintf(buffer, 4, "%f", 3.14159);
  printf("%s %d\n", buffer, n);
  return n;
}
// SPDX-License-Identifier: Apache-2.0
