/* malloc and its relatives. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *a = malloc(10);
  strcpy(a, "0123456");
  a = realloc(a, 100);
  printf("%s\n", a);
  strcat(a, "789abcdef");
  a = realloc(a, 4);
  a[3] = '\0';
  printf("%s\n", a);
  free(a);
  int *zeros = calloc(20, sizeof *zeros), sum = 0;
  for (int i = 0; i < 20; i++)
    sum += zeros[i];
  printf("%d\n", sum);
  free(zeros);
  void *p = malloc(0), *q = malloc(0);
  printf("%d\n", p == NULL || p != q);
  free(p);
  free(q);
  free(NULL);
  volatile size_t huge = SIZE_MAX;
  errno = 0;
  printf("%d", calloc(huge / 2, 4) == NULL);
  printf(" %d\n", errno == ENOMEM);
  printf("%d\n", malloc(huge) == NULL);
  void *aligned = aligned_alloc(64, 128);
  printf("%d\n", (int)((uintptr_t)aligned % 64));
  free(aligned);
  void *r = NULL;
  printf("%d %d\n", posix_memalign(&r, 4096, 10), (int)((uintptr_t)r % 4096));
  printf("%d\n", posix_memalign(&aligned, 3, 10) == EINVAL);
  memset(r, 1, 10);
  free(r);
  r = realloc(NULL, 8);
  printf("%d\n", r != NULL && (uintptr_t)r % 8 == 0);
  r = reallocarray(r, 4, 8);
  printf("%d\n", malloc_usable_size(r) >= 32);
  free(r);
  int **rows = malloc(5 * sizeof *rows);
  for (int i = 0; i < 5; i++) {
    rows[i] = malloc((size_t)(i + 1) * sizeof **rows);
    for (int j = 0; j <= i; j++)
      rows[i][j] = j == 0 || j == i ? 1 : rows[i - 1][j - 1] + rows[i - 1][j];
  }
  printf("%d %d %d\n", rows[4][1], rows[4][2], rows[4][3]);
  for (int i = 0; i < 5; i++)
    free(rows[i]);
  free(rows);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
