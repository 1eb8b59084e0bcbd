/* Definitions as before C89. */
#include <stdio.h>

int add(a, b)
int a, b;
{
  return a + b;
}

static double scale(x, factor, c)
double x;
int factor;
char c;
{
  return x * factor + (c == 'n' ? -1 : 1);
}

static int length(text)
const char *text;
{
  int n = 0;
  while (text[n])
    n++;
  return n;
}

int implicit();

static int apply(f, x)
int (*f)();
int x;
{
  return f(x, x + 1);
}

struct pair {
  int a, b;
};
static struct pair swap(p)
struct pair p;
{
  struct pair q = {p.b, p.a};
  return q;
}

int main() {
  struct pair p = {1, 2};
  float f = 1.5f;
  short h = 7;
  printf("%d %g %g\n", add(3, 4), scale(2.5, 2, 'y'), scale(f, h, 'n'));
  printf("%d %d\n", length("seven"), apply(add, 20));
  p = swap(p);
  printf("%d %d\n", p.a, p.b);
  return implicit(5, 6L == 6);
}

int implicit(a, b)
int a;
int b;
{
  return a * 8 + b;
}
// SPDX-License-Identifier: Apache-2.0
