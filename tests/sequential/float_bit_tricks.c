/* Floats as bits. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t bits(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}
static float from(uint32_t u) {
  float f;
  memcpy(&f, &u, sizeof f);
  return f;
}
static float inverse_root(float x) {
  float y = from(0x5f3759df - (bits(x) >> 1));
  y = y * (1.5f - 0.5f * x * y * y);
  return y * (1.5f - 0.5f * x * y * y);
}
static int32_t order(float f) {
  int32_t i = (int32_t)bits(f);
  return i < 0 ? (int32_t)(0x80000000u - (uint32_t)i) : i;
}

int main(void) {
  static const float values[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.1f, 1e30f, 1e-40f, 3.4028235e38f};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    uint32_t b = bits(values[i]);
    printf("%08x %d %d %06x %d\n", b, b >> 31, (int)(b >> 23 & 255), b & 0x7fffff,
           order(values[i]));
  }
  for (float x = 0.25f; x < 100; x *= 5)
    printf("%.9g\n", inverse_root(x));
  printf("%g %g %g\n", from(0x7f800000), from(1), from(0x00800000));
  printf("%d\n", isnan(from(0x7fc00000)));
  double d = 1.0;
  uint64_t u;
  memcpy(&u, &d, sizeof u);
  u++;
  memcpy(&d, &u, sizeof d);
  printf("%.17g\n", d);
  float f = 16777216.0f;
  printf("%d %d\n", f + 1 == f, (double)f + 1 == f);
  printf("%d\n", 0.1f == 0.1);
  printf("%.9g %.17g\n", (float)0.7, 0.7f + 0.0);
  float sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += 0.1f;
  printf("%.9g\n", sum);
  return (int)(bits(2.5f) >> 24);
}
// SPDX-License-Identifier: Apache-2.0
