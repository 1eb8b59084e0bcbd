/* Conversions between integer types of every width and sign. */
#include <stdint.h>
#include <stdio.h>

int main(void) {
  const int64_t values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535,
                            65536, INT32_MAX, INT32_MIN, (int64_t)INT32_MAX + 1, UINT32_MAX,
                            (int64_t)UINT32_MAX + 1, INT64_MAX, INT64_MIN};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    int64_t v = values[i];
    int8_t a = (int8_t)v;
    uint8_t b = (uint8_t)v;
    int16_t c = (int16_t)v;
    uint16_t d = (uint16_t)v;
    int32_t e = (int32_t)v;
    uint32_t f = (uint32_t)v;
    uint64_t g = (uint64_t)v;
    printf("%lld: %d %d %d %d %d %u %llu\n", (long long)v, a, b, c, d, e, f,
           (unsigned long long)g);
    int64_t back = a;
    uint64_t wide = (uint64_t)(int64_t)a;
    uint32_t through = (uint32_t)(int16_t)f;
    printf("  %lld %llx %x %d\n", (long long)back, (unsigned long long)wide, through,
           (int16_t)d == c);
    printf("  %lld %lld\n", (long long)(int8_t)b, (long long)(uint8_t)a);
  }
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
