/* Structs of 9 to 40 bytes as arguments and results, in registers or in memory. */
#include <stdio.h>

struct s12 { int a[3]; };
struct s16 { long long a; int b; char c; };
struct s17 { char a[17]; };
struct s20 { int a[5]; };
struct s24 { double a; long long b; char c; };
struct s32 { long long a[4]; };
struct s40 { struct s12 x; struct s24 y; };

static struct s12 f12(struct s12 x, int n) { x.a[1] += n; return x; }
static struct s16 f16(struct s16 x) { x.a = -x.a; x.b++; x.c = 'q'; return x; }
static struct s17 f17(struct s17 x) { x.a[16] = x.a[0] + 1; return x; }
static struct s20 f20(int n, struct s20 x) { for (int i = 0; i < 5; i++) x.a[i] *= n; return x; }
static struct s24 f24(struct s24 x, struct s24 y) { x.a += y.a; x.b ^= y.b; x.c = y.c; return x; }
static struct s32 f32(struct s32 x) { struct s32 y; for (int i = 0; i < 4; i++) y.a[i] = x.a[3 - i]; return y; }
static struct s40 f40(struct s40 x, struct s12 y) { x.x = y; x.y.a /= 2; return x; }

static long long sum(struct s32 x, struct s20 y, struct s12 z) {
  long long total = 0;
  for (int i = 0; i < 3; i++)
    total += x.a[i] * y.a[i] + z.a[i];
  return total;
}

int main(void) {
  struct s12 a = {{1, 2, 3}};
  struct s16 b = {123456789012ll, 7, 'c'};
  struct s17 c = {"0123456789abcdef"};
  struct s20 d = {{1, 2, 3, 4, 5}};
  struct s24 e = {1.5, 99, 'e'};
  struct s32 f = {{10, 20, 30, 40}};
  struct s40 g = {a, e};
  printf("%d\n", f12(f12(a, 5), 6).a[1]);
  b = f16(b);
  printf("%lld %d %c\n", b.a, b.b, b.c);
  c = f17(c);
  printf("%.17s\n", c.a);
  d = f20(3, d);
  printf("%d %d\n", d.a[0], d.a[4]);
  e = f24(e, f24(e, e));
  printf("%g %lld %c\n", e.a, e.b, e.c);
  f = f32(f);
  printf("%lld %lld\n", f.a[0], f.a[3]);
  g = f40(g, f12(a, 100));
  printf("%d %g %c\n", g.x.a[1], g.y.a, g.y.c);
  printf("%lld\n", sum(f, d, a));
  return a.a[1];
}
// SPDX-License-Identifier: Apache-2.0
