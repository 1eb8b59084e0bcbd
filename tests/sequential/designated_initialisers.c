/* Order, gaps, ranges, overriding and nesting in initialisers. */
#include <stdio.h>

struct rgb {
  unsigned char r, g, b;
};
enum color { RED, GREEN, BLUE, COLORS };

static const struct rgb palette[COLORS] = {
    [BLUE] = {.b = 255}, [RED] = {255}, [GREEN] = {.g = 128, .r = 1}};
static int sparse[10] = {[3] = 30, 40, [8] = 80, [1] = 10};
static int ranged[12] = {[0 ... 3] = 1, [6 ... 9] = 2, [8] = 5};
static const char *const names[] = {[GREEN] = "green", [RED] = "red", [BLUE] = "blue"};
static struct {
  int a;
  struct rgb colors[3];
  int z;
} deep = {.z = 9, .colors[1].g = 77, .colors[2] = {.b = 1}, .a = 2};
static char text[8] = {'a', [4] = 'e', 'f'};
static int matrix[][3] = {[2] = {1, 2, 3}, [0] = {[1] = 5}};

int main(void) {
  for (int i = 0; i < COLORS; i++)
    printf("%s %d %d %d\n", names[i], palette[i].r, palette[i].g, palette[i].b);
  for (int i = 0; i < 10; i++)
    printf("%d ", sparse[i]);
  for (int i = 0; i < 12; i++)
    printf("%d ", ranged[i]);
  printf("\n%d %d %d %d %d\n", deep.a, deep.colors[0].r, deep.colors[1].g, deep.colors[2].b,
         deep.z);
  for (int i = 0; i < 8; i++)
    printf("%d ", text[i]);
  printf("\n%d\n", (int)(sizeof matrix / sizeof matrix[0]));
  for (int i = 0; i < 3; i++)
    printf("%d %d %d\n", matrix[i][0], matrix[i][1], matrix[i][2]);
  int local[6] = {[5] = local[0] == 0, [2] = 4};
  local[0] = 1;
  printf("%d %d\n", local[2], local[3]);
  struct rgb c = {.g = 3, .g = 4};
  printf("%d %d %d\n", c.r, c.g, c.b);
  return 17;
}
// SPDX-License-Identifier: Apache-2.0
