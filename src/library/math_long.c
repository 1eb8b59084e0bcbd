/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of math.c and strtold for long double, which is compiled as double. */
#include "exact_math.h"
#include "number.h"

_Static_assert(sizeof(long double) == sizeof(double), "long double is compiled as double");

long double fabsl(long double x) { return fabs((double)x); }
long double copysignl(long double x, long double sign) { return copysign((double)x, (double)sign); }
long double sqrtl(long double x) { return sqrt((double)x); }
long double rintl(long double x) { return rint((double)x); }
long double floorl(long double x) { return floor((double)x); }
long double ceill(long double x) { return ceil((double)x); }
long double truncl(long double x) { return trunc((double)x); }
long double roundl(long double x) { return round((double)x); }
long double fminl(long double a, long double b) { return fmin((double)a, (double)b); }
long double fmaxl(long double a, long double b) { return fmax((double)a, (double)b); }
long double ldexpl(long double x, int power) { return ldexp((double)x, power); }
long double frexpl(long double x, int *power) { return frexp((double)x, power); }
long double fmodl(long double x, long double y) { return fmod((double)x, (double)y); }
int __isnanl(long double x) { return isnan((double)x); }
int __isinfl(long double x) { return isinf((double)x); }
int __finitel(long double x) { return finite((double)x); }
int __signbitl(long double x) { return __signbit((double)x); }
int __fpclassifyl(long double x) { return __fpclassify((double)x); }

long double strtold(const char *text, char **end) { return __library_parse_double(text, end); }
