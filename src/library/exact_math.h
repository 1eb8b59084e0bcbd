/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of math.c, which its variants for the other types use. */
#ifndef LIBRARY_EXACT_MATH_H
#define LIBRARY_EXACT_MATH_H

double fabs(double x);
double copysign(double x, double sign);
double sqrt(double x);
double rint(double x);
double nearbyint(double x);
double roundeven(double x);
double floor(double x);
double ceil(double x);
double trunc(double x);
double round(double x);
long lround(double x);
long long llround(double x);
long lrint(double x);
long long llrint(double x);
double fmin(double a, double b);
double fmax(double a, double b);
double fdim(double a, double b);
double nan(const char *payload);
double modf(double x, double *whole);
double ldexp(double x, int power);
double scalbn(double x, int power);
double scalbln(double x, long power);
double frexp(double x, int *power);
int ilogb(double x);
double fmod(double x, double y);
double nextafter(double x, double towards);
int isnan(double x);
int isinf(double x);
int finite(double x);
int __isnan(double x);
int __isinf(double x);
int __finite(double x);
int __signbit(double x);
int __fpclassify(double x);

#endif
