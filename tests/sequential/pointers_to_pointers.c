/* Indirection, aliasing and out parameters. */
#include <stdio.h>
#include <stdlib.h>

static void allocate(int **out, int n) {
  *out = malloc((size_t)n * sizeof **out);
  for (int i = 0; i < n; i++)
    (*out)[i] = n - i;
}

static void swap(void **a, void **b) {
  void *t = *a;
  *a = *b;
  *b = t;
}

static int *largest(int *a, int n) {
  int *best = a;
  for (int *p = a + 1; p < a + n; p++)
    if (*p > *best)
      best = p;
  return best;
}

static int split(int value, int *high, int *low) {
  *high = value / 100;
  *low = value % 100;
  return *high > *low;
}

static void aliased(int *a, int *b) {
  *a = 1;
  *b = 2;
  *a += *b;
}

int main(void) {
  int *numbers = NULL;
  allocate(&numbers, 5);
  printf("%d %d\n", numbers[0], *largest(numbers, 5));
  *largest(numbers, 5) = -1;
  printf("%d %d\n", numbers[0], *largest(numbers, 5));
  int x = 1, y = 2;
  void *px = &x, *py = &y;
  swap(&px, &py);
  printf("%d %d\n", *(int *)px, *(int *)py);
  int high, low;
  printf("%d", split(1234, &high, &low));
  printf(" %d %d\n", high, low);
  aliased(&x, &x);
  aliased(&x, &y);
  printf("%d %d\n", x, y);
  char *words[] = {"b", "c", "a"};
  char **first = words, **last = words + 2;
  char *t = *first;
  *first = *last;
  *last = t;
  printf("%s%s%s\n", words[0], words[1], words[2]);
  char **copy = malloc(sizeof words);
  for (int i = 0; i < 3; i++)
    copy[i] = words[2 - i];
  char ***indirect = &copy;
  printf("%s %c\n", (*indirect)[0], ***indirect);
  int matrix[2][2] = {{1, 2}, {3, 4}}, *flat = &matrix[0][0];
  int *rows[2] = {matrix[1], matrix[0]};
  printf("%d %d %d\n", flat[1], rows[0][1], rows[1][0]);
  free(copy);
  free(numbers);
  return x + y;
}
// SPDX-License-Identifier: Apache-2.0
