/* inline in its several forms. */
#include <stdio.h>

static inline int square(int x) { return x * x; }
inline int cube(int x) { return x * x * x; }
extern inline int cube(int x);
static inline __attribute__((always_inline)) int twice(int x) { return x + x; }
static __attribute__((noinline)) int thrice(int x) { return x * 3; }

static inline int recursive(int n) { return n <= 1 ? 1 : n * recursive(n - 1); }
static inline int *slot(void) {
  static int value;
  return &value;
}
static inline int max(int a, int b) { return a > b ? a : b; }
#define MAX3(a, b, c) max(a, max(b, c))

static int apply(int (*f)(int), int x) { return f(x); }

int main(void) {
  printf("%d %d %d %d\n", square(7), cube(3), twice(21), thrice(14));
  printf("%d\n", recursive(10));
  *slot() += 5;
  *slot() += 6;
  printf("%d\n", *slot());
  printf("%d %d\n", MAX3(1, 9, 4), MAX3(-1, -9, -4));
  printf("%d %d\n", apply(square, 12), apply(cube, -2));
  int i = 3;
  int squared = square(i++);
  printf("%d %d\n", squared, i);
  return square(square(3));
}
// SPDX-License-Identifier: Apache-2.0
