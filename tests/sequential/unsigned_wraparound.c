/* Unsigned arithmetic is modular. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t lcg(uint32_t *state) { return *state = *state * 1664525u + 1013904223u; }

static uint32_t murmur(const char *s) {
  uint32_t h = 0x9747b28c;
  for (; *s; s++) {
    h ^= (uint32_t)(unsigned char)*s;
    h *= 0x5bd1e995;
    h ^= h >> 15;
  }
  return h;
}

int main(void) {
  unsigned u = 0;
  u--;
  printf("%u %d\n", u, u == UINT_MAX);
  u += 2;
  printf("%u\n", u);
  printf("%u %u\n", 3u - 5u, -1u / 2);
  uint8_t b = 0;
  b -= 1;
  uint16_t h = b;
  h *= h;
  h = (uint16_t)(h * 257);
  printf("%d %d\n", b, h);
  uint32_t state = 42, sum = 0;
  for (int i = 0; i < 1000; i++)
    sum ^= lcg(&state) >> (i % 17);
  printf("%u %u\n", state, sum);
  printf("%u %u\n", murmur("heddle"), murmur(""));
  uint64_t q = 0;
  q -= 1;
  printf("%llu %llu\n", (unsigned long long)q, (unsigned long long)(q * q));
  printf("%u\n", UINT_MAX * UINT_MAX);
  unsigned distance = 10u - 20u;
  printf("%d %d\n", distance > 0, (int)distance);
  for (uint8_t i = 3; i < 4; i--)
    printf("%d ", i);
  printf("\n");
  size_t n = 0;
  printf("%d\n", n - 1 > n);
  unsigned long l = ULONG_MAX;
  l++;
  printf("%lu\n", l);
  return (int)(state % 101);
}
// SPDX-License-Identifier: Apache-2.0
