/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of math.c for float. All but sqrtf have results that a float holds exactly whenever
 * double arithmetic on floats does, so that computing in double and narrowing is right. */
#include "exact_math.h"

float fabsf(float x) { return __builtin_elementwise_abs(x); }
float copysignf(float x, float sign) { return __builtin_elementwise_copysign(x, sign); }
float sqrtf(float x) { return __builtin_elementwise_sqrt(x); }
float rintf(float x) { return (float)rint(x); }
float nearbyintf(float x) { return (float)rint(x); }
float roundevenf(float x) { return (float)rint(x); }
float floorf(float x) { return (float)floor(x); }
float ceilf(float x) { return (float)ceil(x); }
float truncf(float x) { return (float)trunc(x); }
float roundf(float x) { return (float)round(x); }
long lroundf(float x) { return lround(x); }
long long llroundf(float x) { return llround(x); }
long lrintf(float x) { return lrint(x); }
long long llrintf(float x) { return llrint(x); }
float fminf(float a, float b) { return (float)fmin(a, b); }
float fmaxf(float a, float b) { return (float)fmax(a, b); }
/* The only one that rounds: once, in float. */
float fdimf(float a, float b) { return a <= b ? 0 : a - b; }
float nanf(const char *payload) { return (float)nan(payload); }

float modff(float x, float *whole) {
  double double_whole;
  float rest = (float)modf(x, &double_whole);
  *whole = (float)double_whole;
  return rest;
}

float ldexpf(float x, int power) { return (float)ldexp(x, power); }
float scalbnf(float x, int power) { return (float)ldexp(x, power); }
float scalblnf(float x, long power) { return (float)scalbln(x, power); }
float frexpf(float x, int *power) { return (float)frexp(x, power); }
int ilogbf(float x) { return ilogb(x); }
float fmodf(float x, float y) { return (float)fmod(x, y); }

float nextafterf(float x, float towards) {
  if (isnan(x) || isnan(towards))
    return x + towards;
  if (x == towards)
    return towards;
  if (x == 0)
    return copysignf(0x1p-149f, towards);
  unsigned bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  bits = (x < towards) == (x > 0) ? bits + 1 : bits - 1;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

int isnanf(float x) { return isnan(x); }
int isinff(float x) { return isinf(x); }
int finitef(float x) { return finite(x); }
int __isnanf(float x) { return isnan(x); }
int __isinff(float x) { return isinf(x); }
int __finitef(float x) { return finite(x); }
int __signbitf(float x) { return __signbit(x); }

int __fpclassifyf(float x) {
  int class = __fpclassify(x);
  return class == 4 && fabs(x) < 0x1p-126 ? 3 : class;
}
