/* Unsigned bit fields: packing, wrapping, straddling, zero width. */
#include <stdio.h>
#include <string.h>

struct flags {
  unsigned a : 1, b : 3, c : 4, d : 8, e : 16;
};
struct wide {
  unsigned long long low : 20, middle : 33, high : 11;
};
struct split {
  unsigned char x : 5;
  unsigned char : 0;
  unsigned char y : 7;
  unsigned short z : 9;
};

int main(void) {
  struct flags f = {1, 9 & 7, 15, 255, 65535};
  f.b++;
  f.c += 3;
  f.d = (unsigned)(f.d + 2);
  f.e ^= 0xff;
  printf("%u %u %u %u %u\n", f.a, f.b, f.c, f.d, f.e);
  f.a = 2;
  f.b = 12;
  printf("%u %u %d\n", f.a, f.b, (int)sizeof f);
  unsigned raw;
  memcpy(&raw, &f, sizeof raw);
  printf("%08x\n", raw);
  struct wide w = {0xfffff, 0x1ffffffffull, 0x7ff};
  w.middle++;
  w.low -= 5;
  printf("%x %llx %x %d\n", (unsigned)w.low, (unsigned long long)w.middle, (unsigned)w.high,
         (int)sizeof w);
  w.middle = 0x123456789ull;
  w.high = w.low;
  printf("%x %llx %x\n", (unsigned)w.low, (unsigned long long)w.middle, (unsigned)w.high);
  struct split s = {31, 127, 511};
  s.x++;
  s.y--;
  s.z += 2;
  printf("%d %d %d %d\n", s.x, s.y, s.z, (int)sizeof s);
  for (unsigned i = 0; i < 10; i++)
    f.c = f.c * 3 + i;
  printf("%u %d\n", f.c, f.c - 16 < 0);
  return f.e & 0x7f;
}
// SPDX-License-Identifier: Apache-2.0
