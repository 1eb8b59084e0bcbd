/* Structs of 1 to 8 bytes as arguments and results. */
#include <stdio.h>

struct s1 { char a; };
struct s2 { char a, b; };
struct s3 { char a, b, c; };
struct s4 { short a; char b, c; };
struct s5 { char a[5]; };
struct s6 { short a[3]; };
struct s7 { char a[7]; };
struct s8 { int a; short b; char c; };

static struct s1 f1(struct s1 x) { x.a++; return x; }
static struct s2 f2(struct s2 x) { struct s2 y = {x.b, x.a}; return y; }
static struct s3 f3(struct s3 x, int n) { x.c += n; x.a -= n; return x; }
static struct s4 f4(struct s4 x, struct s1 y) { x.a *= y.a; return x; }
static struct s5 f5(struct s5 x) { for (int i = 0; i < 5; i++) x.a[i] += i; return x; }
static struct s6 f6(struct s6 x, struct s6 y) { for (int i = 0; i < 3; i++) x.a[i] += y.a[i]; return x; }
static struct s7 f7(struct s7 x) { x.a[6] = x.a[0]; return x; }
static struct s8 f8(int n, struct s8 x, int m) { x.a += n; x.b += m; x.c = 'z'; return x; }

int main(void) {
  struct s1 a = {1};
  struct s2 b = {2, 3};
  struct s3 c = {4, 5, 6};
  struct s4 d = {-7, 8, 9};
  struct s5 e = {"abcd"};
  struct s6 f = {{100, 200, 300}};
  struct s7 g = {"qwerty"};
  struct s8 h = {1000000, -5, 'x'};
  printf("%d\n", f1(f1(a)).a);
  b = f2(b);
  printf("%d %d\n", b.a, b.b);
  c = f3(c, 10);
  printf("%d %d %d\n", c.a, c.b, c.c);
  d = f4(d, f1(a));
  printf("%d %d %d\n", d.a, d.b, d.c);
  e = f5(e);
  printf("%.5s\n", e.a);
  f = f6(f, f6(f, f));
  printf("%d %d %d\n", f.a[0], f.a[1], f.a[2]);
  g = f7(g);
  printf("%.7s\n", g.a);
  h = f8(1, h, 2);
  printf("%d %d %c\n", h.a, h.b, h.c);
  return f8(5, f8(6, h, 7), 8).b;
}
// SPDX-License-Identifier: Apache-2.0
