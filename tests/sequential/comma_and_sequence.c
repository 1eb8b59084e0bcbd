/* The comma operator, sequence points, and compound assignments. */
#include <stdio.h>

static int trace[32], traced;
static int note(int n) {
  trace[traced++] = n;
  return n;
}

int main(void) {
  int a = (note(1), note(2), note(3));
  int b = (a++, a + 10);
  printf("%d %d\n", a, b);
  int i, j;
  for (i = 0, j = 10; i < j; i += 2, j--)
    note(i * 100 + j);
  printf("%d %d\n", i, j);
  int x = 5;
  x += (note(6), 4);
  int y = (note(7), x);
  y = y && (note(8), 0) || (note(9), 1);
  printf("%d\n", y);
  int values[4] = {0};
  int k = 0;
  values[0] = (k++, 0);
  k = 1;
  values[2] = (note(k), note(5), 6);
  printf("%d %d\n", values[2], k);
  int z = 1;
  z = z ? (z++, z + 1) : z - 1;
  printf("%d\n", z);
  const int *p = values;
  int first = *p++;
  int second = *++p;
  printf("%d %d %d\n", first, second, (int)(p - values));
  for (int t = 0; t < traced; t++)
    printf("%d ", trace[t]);
  printf("\n");
  return (note(1), traced);
}
// SPDX-License-Identifier: Apache-2.0
