/* The exact functions of <math.h>. */
#include <math.h>
#include <stdio.h>

int main(void) {
  static const double v[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.49999, 1e15 + 0.5, -1e300,
                             0.49999999999999994, 4503599627370497.5, 123.456, -7.0};
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
    double whole, x = v[i];
    int power;
    printf("%g: %g %g %g %g %g %g ", x, floor(x), ceil(x), trunc(x), round(x), rint(x),
           nearbyint(x));
    double fraction = modf(x, &whole);
    double mantissa = frexp(x, &power);
    printf("%g %g %g %d %g\n", fraction, whole, mantissa, power, fabs(x));
    printf("%g %g %g\n", floorf((float)x), ceilf((float)x), roundf((float)x));
  }
  printf("%.17g %.17g %.9g\n", sqrt(2), sqrt(1e-300), sqrtf(3));
  printf("%g %g %g %g\n", fmod(10, 3), fmod(-10, 3), fmod(5.5, -2), fmod(1e18, 7));
  printf("%.17g %g\n", fmod(1e300, 1.1), fmod(3, INFINITY));
  printf("%g %g %g %g\n", fmin(1, NAN), fmax(NAN, 2), fmin(-1, 1), fmax(-1, 1));
  printf("%g %g\n", copysign(3, -0.0), copysign(-3, 1));
  printf("%g %g %g %a\n", ldexp(1.5, 10), ldexp(1, -1074), ldexp(1, 2000), ldexp(0x1.8p0, -1074));
  printf("%g %g %d\n", fdim(5, 3), fdim(3, 5), ilogb(1000));
  printf("%ld %lld %ld %ld\n", lround(2.5), llround(-2.5), lrint(2.5), lrint(3.5));
  printf("%.17g %a\n", nextafter(1, 2), nextafter(0, 1));
  printf("%d %d\n", isnan(sqrt(-1)), isnan(fmod(1, 0)));
  return (int)sqrt(1764);
}
// SPDX-License-Identifier: Apache-2.0
