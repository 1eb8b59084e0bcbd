/* Arrays in structs in arrays, unions inside, and assignment of whole parts. */
#include <stdio.h>

struct inner {
  int values[3];
  union {
    char text[8];
    int number;
  } u;
};
struct outer {
  struct inner grid[2][2];
  struct {
    short a;
    struct inner *link;
  } anonymous;
  struct {
    int x, y;
  };
};

static int total(const struct outer *o) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 3; k++)
        sum += o->grid[i][j].values[k];
  return sum;
}

int main(void) {
  struct outer o = {
      .grid = {{{{1, 2, 3}, {"ab"}}, {.values = {[2] = 9}}}, {[1] = {.u.number = 65}}},
      .x = 5,
  };
  o.anonymous.a = -3;
  o.anonymous.link = &o.grid[0][1];
  o.anonymous.link->values[0] = 7;
  o.y = o.x * 2;
  printf("%d %s %d\n", total(&o), o.grid[0][0].u.text, o.grid[1][1].u.number);
  struct outer copies[2] = {o, o};
  copies[1].grid[0][0] = copies[0].grid[0][1];
  copies[1].grid[1][0].values[1] += 100;
  printf("%d %d %d\n", total(&copies[0]), total(&copies[1]), copies[1].y);
  printf("%d\n", copies[1].anonymous.link == &o.grid[0][1]);
  int (*row)[3] = &o.grid[0][0].values;
  (*row)[1] = 50;
  printf("%d %d\n", o.grid[0][0].values[1], (int)(sizeof o.grid / sizeof o.grid[0][0]));
  o.grid[1][1].u.text[0]++;
  printf("%c %d\n", o.grid[1][1].u.text[0], o.anonymous.a);
  return total(&copies[1]) & 0x7f;
}
// SPDX-License-Identifier: Apache-2.0
