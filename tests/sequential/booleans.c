/* _Bool is 0 or 1, whatever is stored. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct flags {
  bool a, b;
  bool bit : 1;
};

static bool negate(bool b) { return !b; }
static bool from_pointer(const void *p) { return p; }
static bool from_int(int i) { return i; }
static int count(bool a, bool b, bool c) { return a + b + c; }

int main(void) {
  bool b = 42;
  printf("%d\n", b);
  b += 5;
  printf("%d\n", b);
  b--;
  printf("%d\n", b);
  b--;
  printf("%d\n", b);
  b++;
  b = b & 2;
  printf("%d\n", b);
  b |= 256;
  printf("%d %d\n", b, ~b);
  printf("%d %d %d\n", negate(true), negate(0.0), from_int(256));
  printf("%d %d\n", from_pointer(&b), from_pointer(NULL));
  bool f = 0.5, g = 1e-300, h = -0.0;
  printf("%d%d%d\n", f, g, h);
  struct flags s = {.a = 2, .bit = 4};
  s.b = s.a == 1;
  printf("%d%d%d %d\n", s.a, s.b, s.bit, count(7, -1, s.bit));
  unsigned char raw;
  memcpy(&raw, &s.b, 1);
  printf("%d %d\n", raw, (int)sizeof(bool));
  bool array[4] = {3, 0, 1 > 0, "x" != NULL};
  int bits = 0;
  for (int i = 0; i < 4; i++)
    bits = bits << 1 | array[i];
  printf("%d\n", bits);
  bool x = true, y = false;
  x ^= y;
  y ^= x;
  x ^= y;
  printf("%d%d %d %d\n", x, y, x < y, x == !y);
  return (bool)100 + (bool)(char)256;
}
// SPDX-License-Identifier: Apache-2.0
