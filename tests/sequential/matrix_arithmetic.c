/* Fixed-size matrices: products, powers, determinants, Gauss with fractions. */
#include <stdio.h>
#include <string.h>

typedef long long matrix[3][3];

static void multiply(matrix r, matrix a, matrix b) {
  matrix t = {{0}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        t[i][j] += a[i][k] * b[k][j];
  memcpy(r, t, sizeof t);
}

static void power(matrix r, matrix a, unsigned n) {
  matrix base, result = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  memcpy(base, a, sizeof base);
  for (; n; n >>= 1) {
    if (n & 1)
      multiply(result, result, base);
    multiply(base, base, base);
  }
  memcpy(r, result, sizeof result);
}

static long long determinant(matrix m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

static int solve(double a[3][4]) {
  for (int c = 0; c < 3; c++) {
    int pivot = c;
    for (int r = c; r < 3; r++)
      if ((a[r][c] < 0 ? -a[r][c] : a[r][c]) > (a[pivot][c] < 0 ? -a[pivot][c] : a[pivot][c]))
        pivot = r;
    if (a[pivot][c] == 0)
      return 0;
    for (int k = 0; k < 4; k++) {
      double t = a[c][k];
      a[c][k] = a[pivot][k];
      a[pivot][k] = t;
    }
    for (int r = 0; r < 3; r++)
      if (r != c) {
        double f = a[r][c] / a[c][c];
        for (int k = c; k < 4; k++)
          a[r][k] -= f * a[c][k];
      }
  }
  return 1;
}

int main(void) {
  matrix tribonacci = {{1, 1, 1}, {1, 0, 0}, {0, 1, 0}}, r;
  power(r, tribonacci, 40);
  for (int i = 0; i < 3; i++)
    printf("%lld %lld %lld\n", r[i][0], r[i][1], r[i][2]);
  matrix m = {{2, -3, 1}, {2, 0, -1}, {1, 4, 5}};
  printf("%lld\n", determinant(m));
  double s[3][4] = {{2, 1, -1, 8}, {-3, -1, 2, -11}, {-2, 1, 2, -3}};
  if (solve(s))
    for (int i = 0; i < 3; i++)
      printf("%.6f\n", s[i][3] / s[i][i]);
  double singular[3][4] = {{1, 2, 3, 4}, {2, 4, 6, 8}, {1, 1, 1, 1}};
  return solve(singular) + 5;
}
// SPDX-License-Identifier: Apache-2.0
