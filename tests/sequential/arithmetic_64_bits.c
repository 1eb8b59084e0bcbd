/* Wide arithmetic, which ILP32 does in pieces natively. */
#include <inttypes.h>
#include <stdio.h>

static uint64_t power(uint64_t base, unsigned n, uint64_t modulus) {
  uint64_t r = 1;
  for (base %= modulus; n; n >>= 1, base = base * base % modulus)
    if (n & 1)
      r = r * base % modulus;
  return r;
}

static int64_t isqrt(int64_t n) {
  int64_t low = 0, high = 3037000499;
  while (low < high) {
    int64_t middle = low + (high - low + 1) / 2;
    if (middle * middle <= n)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

int main(void) {
  int64_t a = 1234567890123456789, b = -987654321;
  printf("%" PRId64 " %" PRId64 " %" PRId64 "\n", a + b, a - b, a / b);
  printf("%" PRId64 " %" PRId64 " %" PRId64 "\n", a % b, -a / b, -a % b);
  uint64_t u = 0xfedcba9876543210u, v = 0x123456789u;
  printf("%" PRIx64 " %" PRIx64 " %" PRIx64 "\n", u * v, u / v, u % v);
  printf("%" PRIx64 " %" PRIx64 " %" PRIx64 "\n", u & ~v, u | v, u ^ v);
  printf("%d %d %d %d\n", a < b, u < v, (int64_t)u < (int64_t)v, a > INT32_MAX);
  printf("%" PRIu64 " %" PRId64 "\n", power(3, 1000, 1000000007), isqrt(INT64_MAX));
  uint64_t factorial = 1;
  for (unsigned i = 2; i <= 20; i++)
    factorial *= i;
  printf("%" PRIu64 "\n", factorial);
  uint32_t low = (uint32_t)u, high = (uint32_t)(u >> 32);
  printf("%x %x %" PRIx64 "\n", low, high, (uint64_t)high << 32 | low);
  int64_t sum = 0;
  for (int32_t i = -1000; i < 1000; i += 7)
    sum += (int64_t)i * i * i;
  printf("%" PRId64 "\n", sum);
  uint64_t h = 14695981039346656037u;
  for (int i = 0; i < 50; i++)
    h = (h ^ (uint64_t)i) * 1099511628211u;
  printf("%" PRIu64 "\n", h);
  int64_t c = INT64_MIN;
  printf("%" PRId64 " %d\n", c, c < 0 && c + 1 < 0);
  return (int)(h % 100);
}
// SPDX-License-Identifier: Apache-2.0
