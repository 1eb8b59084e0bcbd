/* for, while, do, break, continue, nesting, empty parts. */
#include <stdio.h>

int main(void) {
  int n = 0;
  for (;;) {
    if (++n > 10)
      break;
    if (n % 2)
      continue;
    printf("%d ", n);
  }
  printf("\n");
  do
    n -= 3;
  while (n > 0);
  printf("%d\n", n);
  do {
    n++;
    if (n == 2)
      continue;
    if (n == 5)
      break;
  } while (n < 100);
  printf("%d\n", n);
  while (n --> 0)
    printf("%d", n);
  printf(" %d\n", n);
  int count = 0;
  for (int i = 0; i < 10; i++)
    for (int j = i; j < 10; j += i + 1) {
      if ((i + j) % 4 == 0)
        continue;
      if (i * j > 20)
        break;
      count += i * 10 + j;
    }
  printf("%d\n", count);
  unsigned char c;
  for (c = 250; c; c++)
    ;
  printf("%d\n", c);
  for (int i = 0, j = 10; i != j; i++, j--)
    printf("%d ", i * j);
  printf("\n");
  double x = 0;
  int steps = 0;
  for (; x < 1; x += 0.1)
    steps++;
  printf("%d\n", steps);
  int total = 0, k = 5;
  while (k) {
    int inner = k--;
    while (inner-- > 0) {
      if (inner == 2)
        break;
      total++;
    }
  }
  printf("%d\n", total);
  for (const char *s = "loop"; *s; s++)
    putchar(*s - 32);
  putchar('\n');
  return steps;
}
// SPDX-License-Identifier: Apache-2.0
