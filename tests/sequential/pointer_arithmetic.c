/* Differences, comparisons, stepping over elements of several sizes. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct triple {
  char c[3];
};

int main(void) {
  int array[10];
  for (int i = 0; i < 10; i++)
    array[i] = i * i;
  int *begin = array, *end = &array[10];
  printf("%d %d\n", (int)(end - begin), (int)(begin - end));
  printf("%d %d %d\n", begin < end, begin >= end, begin + 10 == end);
  int total = 0;
  for (int *p = begin; p != end; p += 2)
    total += *p;
  for (int *p = end; p-- > begin;)
    total = total * 3 % 1009 + *p;
  printf("%d\n", total);
  struct triple triples[5] = {{"ab"}, {"cd"}, {"ef"}, {"gh"}, {"ij"}};
  struct triple *t = triples + 1;
  printf("%s %s %d\n", t->c, t[2].c, (int)((char *)&t[2] - (char *)triples));
  printf("%d\n", (int)(&triples[4] - t));
  double grid[3][4] = {{0}};
  double(*row)[4] = grid;
  row += 2;
  (*row)[1] = 2.5;
  printf("%g %d\n", grid[2][1], (int)(&grid[2][1] - &grid[0][0]));
  printf("%g\n", *(*(grid + 2) + 1));
  char bytes[16] = {0};
  *(uint32_t *)(void *)(bytes + 4) = 0x01020304;
  printf("%d %d\n", bytes[4], bytes[7]);
  uintptr_t address = (uintptr_t)&array[3];
  printf("%d %d\n", *(int *)(address + sizeof(int)), (int)(address % sizeof(int)));
  int *null = NULL;
  printf("%d %d %d\n", null == 0, !null, array != NULL);
  const char *s = "pointer";
  printf("%c %c %c\n", *s, *(s + 3), 2 [s]);
  void *generic = &array[5];
  printf("%d\n", *(int *)((char *)generic - sizeof(int)));
  int **pp = &begin;
  ++*pp;
  int at_begin = *begin++;
  printf("%d %d\n", **pp, at_begin);
  return (int)(begin - array);
}
// SPDX-License-Identifier: Apache-2.0
