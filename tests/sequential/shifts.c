/* Shifts of all widths, by constants and by variables. */
#include <stdint.h>
#include <stdio.h>

int main(void) {
  uint8_t b = 0x96;
  uint16_t h = 0x8001;
  uint32_t w = 0x80000001u;
  uint64_t d = 0x8000000000000001ull;
  int32_t s = -1000000007;
  int64_t t = -1000000000000000003ll;
  for (int i = 0; i < 8; i++)
    printf("%d %d ", (uint8_t)(b << i), b >> i);
  printf("\n");
  for (int i = 0; i < 16; i += 3)
    printf("%d %d ", (uint16_t)(h << i), (int16_t)h >> i);
  printf("\n");
  for (int i = 0; i < 32; i += 5)
    printf("%x %x %d ", w << i, w >> i, s >> i);
  printf("\n");
  for (int i = 0; i < 64; i += 9)
    printf("%llx %llx %lld ", (unsigned long long)(d << i), (unsigned long long)(d >> i),
           (long long)(t >> i));
  printf("\n");
  uint32_t rotated = w;
  for (int i = 1; i < 32; i++)
    rotated = (rotated << i | rotated >> (32 - i)) ^ (uint32_t)i;
  printf("%x\n", rotated);
  uint64_t x = 88172645463325252ull;
  for (int i = 0; i < 100; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  printf("%llu\n", (unsigned long long)x);
  unsigned n = 3;
  n <<= n;
  n >>= 1ull;
  printf("%u\n", n);
  return (int)(x & 63);
}
// SPDX-License-Identifier: Apache-2.0
