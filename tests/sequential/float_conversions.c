/* Between floats and integers of all widths. */
#include <stdint.h>
#include <stdio.h>

int main(void) {
  static const double values[] = {0, 0.9, -0.9, 1.5, -1.5, 127.99, 255.5, 32767.5, 65535.9,
                                  2147483647.0, -2147483648.0};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    double v = values[i];
    float f = (float)v;
    printf("%d %lld %g", (int32_t)v, (long long)v, f);
    if (v >= 0)
      printf(" %u %llu", (uint32_t)v, (unsigned long long)v);
    if (v > -128 && v < 128)
      printf(" %d", (int8_t)v);
    if (v >= 0 && v < 65536)
      printf(" %d", (uint16_t)v);
    printf("\n");
  }
  printf("%u %llu\n", (uint32_t)4294967295.0, (unsigned long long)18446744073709549568.0);
  printf("%lld\n", (long long)-9223372036854775808.0);
  printf("%.17g %.17g\n", (double)INT64_MAX, (double)UINT64_MAX);
  printf("%.9g %.9g\n", (float)INT32_MAX, (float)UINT32_MAX);
  printf("%.9g %.9g\n", (float)16777217, (float)9007199791611905ll);
  printf("%g %g\n", (double)(int8_t)-5, (double)(uint8_t)251);
  int i = 7;
  i *= 1.5;
  printf("%d\n", i);
  i /= 0.3f;
  printf("%d\n", i);
  unsigned char c = 200;
  c += 30.7;
  printf("%d\n", c);
  _Bool b = 0.1;
  printf("%d %d\n", b, (_Bool)0.0);
  long long big = 1ll << 62;
  big += 0.5;
  printf("%lld\n", big);
  printf("%d %d\n", 1 / 2 * 3.0 == 0, 1 / 2.0 * 3 == 1.5);
  printf("%g\n", (double)(1.0f / 3));
  return (int)(c / 2.5);
}
// SPDX-License-Identifier: Apache-2.0
