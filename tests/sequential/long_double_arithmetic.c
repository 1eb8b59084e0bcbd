/* Only values that double holds exactly, so that the extra precision does not show. */
#include <stdio.h>

static long double half(long double x) { return x / 2; }
static double narrow(long double x) { return (double)x; }
struct s {
  long double a;
  int b;
};

int main(void) {
  long double x = 1.5L, y = 0.25L;
  printf("%g %g %g %g\n", (double)(x + y), (double)(x - y), (double)(x * y), (double)(x / y));
  printf("%d %d\n", x > y, x == 1.5L);
  printf("%g %g\n", narrow(half(half(10))), (double)-x);
  struct s s = {3.0L, 4};
  struct s t = s;
  t.a += t.b;
  printf("%g %d\n", (double)t.a, t.b);
  int i = (int)(x * 100);
  long long l = (long long)(1.0L * (1ll << 40));
  printf("%d %lld\n", i, l);
  long double array[3] = {1, 2, 3}, sum = 0;
  for (int k = 0; k < 3; k++)
    sum += array[k];
  printf("%g\n", (double)sum);
  x = 7;
  x /= 4;
  x++;
  printf("%g\n", (double)x);
  return (int)sum;
}
// SPDX-License-Identifier: Apache-2.0
