/* Structs of floats and doubles, alone and mixed with integers, by value. */
#include <stdio.h>

struct point { float x, y; };
struct vector { float x, y, z; };
struct complex_number { double re, im; };
struct mixed { double d; int i; };
struct reversed { int i; double d; };
struct one { double d; };
struct pair { float f; int i; };
struct big { double a[4]; };

static struct point add(struct point a, struct point b) {
  return (struct point){a.x + b.x, a.y + b.y};
}
static struct vector cross(struct vector a, struct vector b) {
  struct vector c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return c;
}
static struct complex_number multiply(struct complex_number a, struct complex_number b) {
  return (struct complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
static struct reversed reverse(struct mixed m, float factor) {
  return (struct reversed){m.i * 2, m.d * factor};
}
static struct one half(struct one x) { x.d /= 2; return x; }
static struct pair swap(struct pair p) { return (struct pair){(float)p.i, (int)p.f}; }
static struct big scale(double k, struct big b, int n) {
  for (int i = 0; i < 4; i++)
    b.a[i] *= k * n;
  return b;
}

int main(void) {
  struct point p = add((struct point){1, 2}, (struct point){0.5f, 0.25f});
  printf("%g %g\n", p.x, p.y);
  struct vector v = cross((struct vector){1, 2, 3}, (struct vector){4, 5, 6});
  printf("%g %g %g\n", v.x, v.y, v.z);
  struct complex_number z = {0, 1};
  for (int i = 0; i < 5; i++) {
    z = multiply(z, (struct complex_number){1, 1});
    printf("%g%+gi ", z.re, z.im);
  }
  printf("\n");
  struct reversed r = reverse((struct mixed){2.5, 21}, 4);
  printf("%d %g\n", r.i, r.d);
  printf("%g\n", half(half((struct one){10})).d);
  struct pair q = swap((struct pair){7.9f, 3});
  printf("%g %d\n", q.f, q.i);
  struct big b = scale(0.5, (struct big){{1, 2, 3, 4}}, 3);
  printf("%g %g %g %g\n", b.a[0], b.a[1], b.a[2], b.a[3]);
  return (int)z.im & 0xff;
}
// SPDX-License-Identifier: Apache-2.0
