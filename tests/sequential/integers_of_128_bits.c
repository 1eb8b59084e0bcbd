// lp64-only
/* __int128 in all operations, and narrower numbers that need it in between. */
#include <stdint.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static void show(uwide x) {
  char text[48], *at = text + sizeof text - 1;
  *at = '\0';
  do
    *--at = (char)('0' + (int)(x % 10));
  while (x /= 10);
  printf("%s ", at);
}

static void show_signed(wide x) {
  if (x < 0)
    printf("-");
  show(x < 0 ? -(uwide)x : (uwide)x);
}

static uint64_t power(uint64_t base, uint64_t n, uint64_t modulus) {
  uint64_t result = 1;
  for (; n; n >>= 1, base = (uint64_t)((uwide)base * base % modulus))
    if (n & 1)
      result = (uint64_t)((uwide)result * base % modulus);
  return result;
}

struct pair {
  wide a;
  int b;
};
static struct pair make(wide a, int b) { return (struct pair){a * b, b}; }

static wide global = -((wide)1 << 100);

int main(void) {
  uwide u = ((uwide)0x0123456789abcdefull << 64) | 0xfedcba9876543210ull;
  wide s = -(wide)u;
  show(u);
  show_signed(s);
  show_signed(global);
  printf("\n");
  show(u + u);
  show(u * 12345);
  show(u / 1000000007);
  show(u % 1000000007);
  show(u / ((uwide)1 << 70));
  printf("\n");
  show_signed(s / 7777777);
  show_signed(s % 7777777);
  show_signed(s / -((wide)3 << 80));
  show_signed(s - 1);
  printf("\n");
  for (int i = 0; i < 128; i += 21) {
    show(u << i);
    show(u >> i);
    show_signed(s >> i);
  }
  printf("\n%d%d%d%d%d%d\n", s < 0, u > 5, s < global, u == (uwide)-s, (wide)-1 < 0, (uwide)-1 > u);
  show(u & ~(u >> 3));
  show(u ^ (u << 9) | 1);
  printf("\n%llu %llu\n", (unsigned long long)power(3, 1000000, 998244353),
         (unsigned long long)power(2, 1ull << 60, 18446744073709551557ull));
  struct pair p = make(s, -3);
  show_signed(p.a);
  printf("%d %lld %d\n", p.b, (long long)p.a, (int)(char)u);
  wide counter = (wide)UINT64_MAX;
  counter++;
  counter += -2;
  show_signed(counter);
  show_signed((int8_t)-5);
  show((uint32_t)-5);
  printf("%d\n", !counter);
  return (int)(u % 251);
}
// SPDX-License-Identifier: Apache-2.0
