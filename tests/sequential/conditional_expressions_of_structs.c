/* Structs through conditions, commas and assignments. */
#include <stdio.h>

struct v {
  int x, y;
};
struct w {
  struct v v[2];
  double d;
};

static struct v make(int x, int y) { return (struct v){x, y}; }
static struct v choose(int c, struct v a, struct v b) { return c ? a : b; }
static struct w wrap(struct v a, struct v b) { return (struct w){{a, b}, a.x * 0.5}; }

int main(void) {
  struct v a = make(1, 2), b = make(3, 4), c;
  c = choose(1, a, b);
  printf("%d %d\n", c.x, c.y);
  c = a.x > 5 ? a : make(7, 8);
  printf("%d %d\n", c.x, c.y);
  printf("%d\n", (c = b).y);
  printf("%d\n", (a.x++, b).x + a.x);
  struct v d = c = make(9, 10);
  printf("%d %d\n", d.x, c.y);
  struct w w = wrap(a, b), x = w;
  x.v[0] = x.v[1];
  printf("%d %d %g\n", x.v[0].x, w.v[0].x, x.d);
  printf("%d\n", wrap(c, d).v[1].y);
  struct w *p = &w;
  *p = x;
  p->v[1] = make(p->v[1].y, p->v[1].x);
  printf("%d %d\n", w.v[1].x, w.v[1].y);
  struct v array[3] = {a, make(5, 6), *&b};
  struct v *q = array;
  struct v first = *q++;
  printf("%d %d %d\n", first.x, q->x, (q + 1)->y);
  q[0] = q[1];
  printf("%d\n", array[1].x);
  a = a;
  struct { struct v inner; int tail; } nested = {.inner = a, 5};
  nested.inner = (struct v){.y = 1};
  printf("%d %d %d\n", nested.inner.x, nested.inner.y, nested.tail);
  return choose(0, make(1, 1), make(2, 44)).y;
}
// SPDX-License-Identifier: Apache-2.0
