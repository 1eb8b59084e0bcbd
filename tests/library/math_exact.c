// expect: TRUE
// flags: -lm
#include <assert.h>
#include <math.h>
int main(void) {
  volatile double x = -2.5;
  assert(floor(x) == -3 && ceil(x) == -2 && trunc(x) == -2 && round(x) == -3 && rint(x) == -2);
  assert(fabs(x) == 2.5 && sqrt(6.25) == 2.5 && fmod(x, 2) == -0.5 && copysign(1, x) == -1);
  assert(fmin(x, 1) == x && fmax(x, 1) == 1 && ldexp(x, 2) == -10 && isnan(x - NAN));
  int power;
  double whole;
  assert(frexp(x, &power) == -0.625 && power == 2 && modf(x, &whole) == -0.5 && whole == -2);
  assert(lround(x) == -3 && isinf(x / 0.0) && signbit(x) && isfinite(x));
}
// SPDX-License-Identifier: Apache-2.0
