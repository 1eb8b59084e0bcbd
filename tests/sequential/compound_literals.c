/* Objects without a name. */
#include <stdio.h>

struct item {
  const char *name;
  int values[2];
};

static int sum(const int *array, int count) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += array[i];
  return total;
}

static void show(struct item item) {
  printf("%s %d %d\n", item.name, item.values[0], item.values[1]);
}

static const int *global = (const int[]){4, 5, 6};

int main(void) {
  printf("%d\n", sum((int[]){1, 2, 3, 4}, 4));
  show((struct item){"first", {1}});
  show((struct item){.values = {[1] = 8}, .name = "second"});
  int *p = (int[3]){7};
  p[2] = p[0] + 1;
  printf("%d %d %d\n", p[0], p[1], p[2]);
  for (int i = 0; i < 3; i++) {
    int *fresh = &(int){i * 10};
    *fresh += 1;
    printf("%d ", *fresh);
  }
  printf("\n");
  struct item item = *&(struct item){"copied", {3, 4}};
  item.values[0]++;
  show(item);
  printf("%d %s\n", (int)sizeof((char[]){"twelve chars"}), (char[]){"abc"} + 1);
  printf("%d\n", global[0] + global[2]);
  const char **words = (const char *[]){"x", "yy", "zzz", NULL};
  int n = 0;
  while (words[n] != NULL)
    n++;
  printf("%d %s\n", n, words[n - 1]);
  return sum(&(int){41}, 1);
}
// SPDX-License-Identifier: Apache-2.0
