/* Declarations that have to be read from the inside out. */
#include <stdio.h>

typedef int (*unary)(int);
typedef int row[3];

static int twice(int x) { return 2 * x; }
static int negate(int x) { return -x; }

static int (*pick(int n))(int) { return n ? twice : negate; }
static int (*(*picker)(int))(int) = pick;
static int (*table[2])(int) = {twice, negate};
static int (*(*table_pointer)[2])(int) = &table;
static unary chain(unary f, unary g, int n) { return n ? f : g; }
static row grid[2] = {{1, 2, 3}, {4, 5, 6}};
static row *second = &grid[1];
static int (*column_pointer)[2][3] = &grid;
static const char *const *names(void) {
  static const char *const list[] = {"x", "y", NULL};
  return list;
}
static int sum(int (*rows)[3], int n) {
  int total = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      total += rows[i][j];
  return total;
}
static int (*get_row(int i))[3] { return &grid[i]; }
static int matrix_trace(int m[const static 2][3]) { return m[0][0] + m[1][1]; }

int main(void) {
  printf("%d %d\n", pick(1)(21), picker(0)(5));
  printf("%d %d\n", (*table_pointer)[0](8), (**table_pointer)(9));
  printf("%d\n", chain(twice, negate, 0)(3));
  printf("%d %d\n", (*second)[2], (*column_pointer)[1][0]);
  printf("%s %d\n", names()[1], names()[2] == NULL);
  printf("%d %d %d\n", sum(grid, 2), (*get_row(0))[1], matrix_trace(grid));
  int x = 1, *p = &x, **pp = &p, ***ppp = &pp;
  ***ppp += 4;
  printf("%d\n", x);
  int *array_of_pointers[3] = {&grid[0][0], &grid[0][2], p};
  int **walk = array_of_pointers;
  walk++;
  printf("%d %d\n", **walk, *walk[1]);
  int(parenthesised) = 9;
  void (*nothing)(void) = NULL;
  printf("%d %d\n", parenthesised, nothing == NULL);
  printf("%d %d\n", (int)(sizeof *second / sizeof **second), (int)(sizeof table / sizeof *table));
  return pick(1)(pick(1)(pick(1)(5)));
}
// SPDX-License-Identifier: Apache-2.0
