/* Signed bit fields extend their sign; assignments give the value stored. */
#include <stdio.h>

struct small {
  signed a : 1;
  signed b : 2;
  signed c : 5;
  signed int d : 24;
};
struct mixed {
  signed long long x : 40;
  unsigned y : 7;
  signed z : 17;
  _Bool flag : 1;
};

static struct mixed make(long long x, unsigned y, int z) {
  struct mixed m = {.x = x, .y = y, .z = z};
  return m;
}

int main(void) {
  struct small s = {-1, 1, -16, -8388608};
  printf("%d %d %d %d\n", s.a, s.b, s.c, s.d);
  s.b = -2;
  s.c = 15;
  s.c++;
  s.d--;
  printf("%d %d %d\n", s.b, s.c, s.d);
  int assigned = (s.c = 20);
  printf("%d\n", assigned);
  printf("%d\n", (s.b += 1) + (s.a = 0));
  struct mixed m = make(-549755813888ll, 100, -65536);
  printf("%lld %u %d %d\n", (long long)m.x, m.y, m.z, m.flag);
  m.x = m.x - 1;
  m.y = m.y * 2;
  m.z >>= 3;
  m.flag = 2;
  printf("%lld %u %d %d\n", (long long)m.x, m.y, m.z, m.flag);
  m.flag = !m.flag;
  struct mixed copy = m;
  copy.z = 5;
  printf("%d %d %d\n", m.z, copy.z, copy.flag == m.flag);
  for (int i = 0; i < 6; i++) {
    s.c = i * 7 - 20;
    printf("%d ", s.c);
  }
  printf("\n");
  return s.c < 0 ? 3 : 4;
}
// SPDX-License-Identifier: Apache-2.0
