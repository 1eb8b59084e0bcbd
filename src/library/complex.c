/* SPDX-License-Identifier: Apache-2.0 */
/* Complex numbers: their parts, and the multiplication and division that compilers call for them, by
 * the rules of C's annex G (infinities come out even where the usual formula gives NaN). Functions
 * that real libraries only approximate are not modelled. */
#include "exact_math.h"

typedef _Complex double complex_double;
typedef _Complex float complex_float;

double creal(complex_double z) { return __real__ z; }
double cimag(complex_double z) { return __imag__ z; }
complex_double conj(complex_double z) { return __builtin_complex(__real__ z, -__imag__ z); }
float crealf(complex_float z) { return __real__ z; }
float cimagf(complex_float z) { return __imag__ z; }
complex_float conjf(complex_float z) { return __builtin_complex(__real__ z, -__imag__ z); }

double hypot(double x, double y);
double atan2(double y, double x);
double cabs(complex_double z) { return hypot(__real__ z, __imag__ z); }
double carg(complex_double z) { return atan2(__imag__ z, __real__ z); }
float hypotf(float x, float y);
float atan2f(float y, float x);
float cabsf(complex_float z) { return hypotf(__real__ z, __imag__ z); }
float cargf(complex_float z) { return atan2f(__imag__ z, __real__ z); }

complex_double cproj(complex_double z) {
  if (!isinf(__real__ z) && !isinf(__imag__ z))
    return z;
  return __builtin_complex(__builtin_inf(), copysign(0, __imag__ z));
}

complex_float cprojf(complex_float z) {
  complex_double projected = cproj(z);
  return __builtin_complex((float)__real__ projected, (float)__imag__ projected);
}

/* An infinity becomes 1 and anything else 0, with its sign. */
static double box(double x) { return copysign(isinf(x) ? 1 : 0, x); }

static double without_nan(double x) { return isnan(x) ? copysign(0, x) : x; }

complex_double __muldc3(double a, double b, double c, double d) {
  double real = a * c - b * d, imaginary = a * d + b * c;
  if (!isnan(real) || !isnan(imaginary))
    return __builtin_complex(real, imaginary);
  int recalculate = 0;
  if (isinf(a) || isinf(b)) {
    a = box(a);
    b = box(b);
    c = without_nan(c);
    d = without_nan(d);
    recalculate = 1;
  }
  if (isinf(c) || isinf(d)) {
    c = box(c);
    d = box(d);
    a = without_nan(a);
    b = without_nan(b);
    recalculate = 1;
  }
  if (!recalculate && (isinf(a * c) || isinf(b * d) || isinf(a * d) || isinf(b * c))) {
    a = without_nan(a);
    b = without_nan(b);
    c = without_nan(c);
    d = without_nan(d);
    recalculate = 1;
  }
  if (recalculate) {
    real = __builtin_inf() * (a * c - b * d);
    imaginary = __builtin_inf() * (a * d + b * c);
  }
  return __builtin_complex(real, imaginary);
}

/* The divisor is scaled to about 1, so that its square neither overflows nor vanishes. */
complex_double __divdc3(double a, double b, double c, double d) {
  int power = 0;
  double largest = fmax(fabs(c), fabs(d));
  if (finite(largest) && largest != 0) {
    power = ilogb(largest);
    c = scalbn(c, -power);
    d = scalbn(d, -power);
  }
  double denominator = c * c + d * d;
  double real = scalbn((a * c + b * d) / denominator, -power);
  double imaginary = scalbn((b * c - a * d) / denominator, -power);
  if (!isnan(real) || !isnan(imaginary))
    return __builtin_complex(real, imaginary);
  if (denominator == 0 && (!isnan(a) || !isnan(b))) {
    real = copysign(__builtin_inf(), c) * a;
    imaginary = copysign(__builtin_inf(), c) * b;
  } else if ((isinf(a) || isinf(b)) && finite(c) && finite(d)) {
    a = box(a);
    b = box(b);
    real = __builtin_inf() * (a * c + b * d);
    imaginary = __builtin_inf() * (b * c - a * d);
  } else if (isinf(largest) && finite(a) && finite(b)) {
    c = box(c);
    d = box(d);
    real = 0 * (a * c + b * d);
    imaginary = 0 * (b * c - a * d);
  }
  return __builtin_complex(real, imaginary);
}

/* In double the intermediate results neither overflow nor round where float's would not. */
complex_float __mulsc3(float a, float b, float c, float d) {
  complex_double product = __muldc3(a, b, c, d);
  return __builtin_complex((float)__real__ product, (float)__imag__ product);
}

complex_float __divsc3(float a, float b, float c, float d) {
  complex_double quotient = __divdc3(a, b, c, d);
  return __builtin_complex((float)__real__ quotient, (float)__imag__ quotient);
}
