/* Only what is needed is evaluated, in order. */
#include <stdio.h>

static int calls;
static int yes(int n) { calls = calls * 10 + n; return 1; }
static int no(int n) { calls = calls * 10 + n; return 0; }
static void report(int value) {
  printf("%d %d\n", value, calls);
  calls = 0;
}

struct s { int a; };

int main(void) {
  report(yes(1) && no(2) && yes(3));
  report(no(1) || yes(2) || yes(3));
  report((no(1) && yes(2)) || (yes(3) && yes(4)));
  report(yes(1) ? no(2) : yes(3));
  report(no(1) ? yes(2) : no(3) ? yes(4) : yes(5));
  report(!(no(1) || no(2)) && yes(3));
  int x = 5;
  int r = x > 3 && ++x > 5 && x++ < 7;
  report(r * 100 + x);
  r = x == 0 && 10 / x;
  report(r);
  int *p = NULL;
  report(p && *p);
  report(yes(1) ?: no(2));
  report(no(3) ?: 42);
  struct s a = {1}, b = {2};
  report((x ? a : b).a + (p ? a : b).a);
  *(x ? &a.a : &b.a) = 50;
  report(a.a);
  printf("%d\n", (int)sizeof(1 ? 1 : 1ll));
  printf("%g\n", (x ? 1 : 2.5) / 2);
  unsigned u = 1;
  printf("%d\n", (x ? -1 : u) > 0);
  double d = 0.0;
  report(d || !d);
  report(d ? yes(7) : no(8));
  return (yes(1), calls);
}
// SPDX-License-Identifier: Apache-2.0
