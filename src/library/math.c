/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <math.h> whose results are exact: rounding, remainders, taking floats apart.
 * Those that real libraries only approximate (sin, exp, pow, …) are not modelled: their results are
 * arbitrary, which is reported. float has its own functions where the type makes a difference
 * (math_float.c); long double is compiled as double (math_long.c). */
#include "exact_math.h"

enum { HIDDEN_BIT = 52, BIAS = 1023, SPECIAL = 0x7ff };

static unsigned long long bits_of(double x) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double from_bits(unsigned long long bits) {
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

double fabs(double x) { return __builtin_elementwise_abs(x); }

double copysign(double x, double sign) { return __builtin_elementwise_copysign(x, sign); }

double sqrt(double x) { return __builtin_elementwise_sqrt(x); }

double rint(double x) { return __builtin_elementwise_rint(x); }

double nearbyint(double x) { return rint(x); }

double roundeven(double x) { return rint(x); }

/* The sign is kept also where the result is zero. */
double floor(double x) {
  double near = rint(x);
  return copysign(near > x ? near - 1 : near, x);
}

double ceil(double x) {
  double near = rint(x);
  return copysign(near < x ? near + 1 : near, x);
}

double trunc(double x) { return x < 0 ? ceil(x) : floor(x); }

double round(double x) {
  double whole = trunc(x);
  return fabs(x - whole) >= 0.5 ? whole + copysign(1, x) : whole;
}

long lround(double x) { return (long)round(x); }

long long llround(double x) { return (long long)round(x); }

long lrint(double x) { return (long)rint(x); }

long long llrint(double x) { return (long long)rint(x); }

double fmin(double a, double b) { return isnan(a) || b < a ? b : a; }

double fmax(double a, double b) { return isnan(a) || b > a ? b : a; }

double fdim(double a, double b) { return a <= b ? 0 : a - b; }

double nan(const char *payload) {
  (void)payload;
  return __builtin_nan("");
}

double modf(double x, double *whole) {
  *whole = trunc(x);
  return copysign(isinf(x) ? 0 : x - *whole, x);
}

/* In steps that stay in range; the last one below the normal numbers rounds, and only that one. */
double ldexp(double x, int power) {
  for (int i = 0; i < 2 && power > BIAS; i++, power -= BIAS)
    x *= 0x1p1023;
  for (int i = 0; i < 2 && power < 1 - BIAS; i++, power += BIAS - 1 - 53)
    x *= 0x1p-1022 * 0x1p53;
  if (power > BIAS)
    power = BIAS;
  if (power < 1 - BIAS)
    power = 1 - BIAS;
  return x * from_bits((unsigned long long)(power + BIAS) << HIDDEN_BIT);
}

double scalbn(double x, int power) { return ldexp(x, power); }

double scalbln(double x, long power) {
  return ldexp(x, power > 10000 ? 10000 : power < -10000 ? -10000 : (int)power);
}

double frexp(double x, int *power) {
  *power = 0;
  if (x == 0 || x - x != 0)
    return x;
  int scaled = 0;
  if (fabs(x) < 0x1p-1022) {
    x *= 0x1p54;
    scaled = 54;
  }
  unsigned long long bits = bits_of(x);
  *power = (int)(bits >> HIDDEN_BIT & SPECIAL) - (BIAS - 1) - scaled;
  bits &= ~((unsigned long long)SPECIAL << HIDDEN_BIT);
  return from_bits(bits | (unsigned long long)(BIAS - 1) << HIDDEN_BIT);
}

int ilogb(double x) {
  int power;
  if (x == 0 || isnan(x))
    return -__INT_MAX__ - 1;
  if (isinf(x))
    return __INT_MAX__;
  frexp(x, &power);
  return power - 1;
}

/* Long division: subtracts ever smaller multiples of y, without any rounding. */
double fmod(double x, double y) {
  if (isnan(x) || isnan(y) || isinf(x) || y == 0)
    return (x * y) / (x * y);
  double rest = fabs(x), divisor = fabs(y);
  int power_of_rest, power_of_divisor;
  frexp(rest, &power_of_rest);
  frexp(divisor, &power_of_divisor);
  if (!isinf(divisor))
    for (int i = power_of_rest - power_of_divisor; i >= 0; i--) {
      double multiple = ldexp(divisor, i);
      if (multiple <= rest)
        rest -= multiple;
    }
  return copysign(rest, x);
}

double nextafter(double x, double towards) {
  if (isnan(x) || isnan(towards))
    return x + towards;
  if (x == towards)
    return towards;
  if (x == 0)
    return copysign(0x1p-1074, towards);
  unsigned long long bits = bits_of(x);
  return from_bits((x < towards) == (x > 0) ? bits + 1 : bits - 1);
}

int isnan(double x) { return x != x; }

int isinf(double x) { return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0; }

int finite(double x) { return x - x == 0; }

int __isnan(double x) { return isnan(x); }

int __isinf(double x) { return isinf(x); }

int __finite(double x) { return finite(x); }

int __signbit(double x) { return (int)(bits_of(x) >> 63); }

/* glibc's FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL are 0 to 4. */
int __fpclassify(double x) {
  if (isnan(x))
    return 0;
  if (isinf(x))
    return 1;
  if (x == 0)
    return 2;
  return fabs(x) < 0x1p-1022 ? 3 : 4;
}
