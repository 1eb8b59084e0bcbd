/* Two-dimensional arrays of variable size, also as parameters. */
#include <stdio.h>

static void fill(int rows, int columns, int m[rows][columns], int start) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      m[i][j] = start + i * columns + j;
}

static void multiply(int n, int k, int m, int a[n][k], int b[k][m], int c[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      c[i][j] = 0;
      for (int l = 0; l < k; l++)
        c[i][j] += a[i][l] * b[l][j];
    }
}

static void transpose(int n, int m, int (*from)[m], int to[m][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[j][i] = from[i][j];
}

static void show(int n, int m, int a[n][m]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      printf("%d ", a[i][j]);
    printf("\n");
  }
}

int main(void) {
  for (int n = 1; n <= 3; n++) {
    int k = n + 1, m = 4 - n;
    int a[n][k], b[k][m], c[n][m], t[m][n];
    fill(n, k, a, 1);
    fill(k, m, b, -2);
    multiply(n, k, m, a, b, c);
    transpose(n, m, c, t);
    show(m, n, t);
    printf("%d %d %d\n", (int)sizeof a, (int)sizeof a[0], (int)(sizeof b / sizeof b[0]));
    int(*row)[k] = a;
    row++;
    printf("%d\n", (int)((char *)row - (char *)a) / (int)sizeof(int));
  }
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
