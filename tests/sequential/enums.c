/* Enumerations are integers with names. */
#include <stdio.h>

enum day { MON = 1, TUE, WED, THU = 10, FRI, SAT = -5, SUN };
enum flags { NONE = 0, READ = 1 << 0, WRITE = 1 << 1, EXEC = 1 << 2, ALL = READ | WRITE | EXEC };
enum { BUFFER = 16, LIMIT = BUFFER * 4 + 'a' };
typedef enum { APPLE, PEAR = APPLE + 5, PLUM } fruit;
enum large { BIG = 0x7fffffff, SMALL = -0x7fffffff - 1 };

static const char *name(enum day d) {
  switch (d) {
  case MON: return "monday";
  case TUE: return "tuesday";
  case SAT:
  case SUN: return "weekend";
  default: return "other";
  }
}

static enum flags toggle(enum flags f, enum flags bit) { return f ^ bit; }

int main(void) {
  printf("%d %d %d %d %d\n", TUE, WED, FRI, SAT, SUN);
  for (int d = -6; d < 12; d += 2)
    printf("%s ", name((enum day)d));
  printf("\n");
  enum flags f = READ | EXEC;
  f = toggle(f, WRITE);
  printf("%d %d %d\n", f, f == ALL, !!(f & WRITE));
  f &= ~READ;
  printf("%d\n", f);
  int counts[PLUM + 1] = {[PEAR] = 3};
  counts[APPLE]++;
  printf("%d %d %d\n", counts[APPLE], counts[PEAR], (int)(sizeof counts / sizeof *counts));
  fruit x = PLUM;
  x++;
  printf("%d %d %d\n", x, LIMIT, (int)sizeof(enum day));
  printf("%d %d\n", BIG, SMALL);
  enum local { A = 3 } l = A;
  {
    enum local { A = 4 };
    printf("%d %d\n", A, l);
  }
  return LIMIT;
}
// SPDX-License-Identifier: Apache-2.0
