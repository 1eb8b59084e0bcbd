/* Backtracking and sieving. */
#include <stdio.h>

enum { N = 6 };
static int columns[N], solutions;

static int safe(int row, int column) {
  for (int r = 0; r < row; r++) {
    int d = columns[r] - column;
    if (d == 0 || d == row - r || d == r - row)
      return 0;
  }
  return 1;
}

static void place(int row) {
  if (row == N) {
    solutions++;
    for (int r = 0; r < N; r++)
      printf("%d", columns[r]);
    printf("\n");
    return;
  }
  for (columns[row] = 0; columns[row] < N; columns[row]++)
    if (safe(row, columns[row]))
      place(row + 1);
}

static unsigned bits[16];

static void sieve(void) {
  for (unsigned i = 2; i < 512; i++)
    if (!(bits[i / 32] >> i % 32 & 1))
      for (unsigned j = i * i; j < 512; j += i)
        bits[j / 32] |= 1u << j % 32;
}

static int subsets(const int *v, int n, int target) {
  int count = 0;
  for (int mask = 0; mask < 1 << n; mask++) {
    int sum = 0;
    for (int i = 0; i < n; i++)
      if (mask & 1 << i)
        sum += v[i];
    count += sum == target;
  }
  return count;
}

int main(void) {
  place(0);
  printf("%d\n", solutions);
  sieve();
  unsigned hash = 0;
  int primes = 0;
  for (unsigned i = 2; i < 512; i++)
    if (!(bits[i / 32] >> i % 32 & 1)) {
      primes++;
      hash = hash * 31 + i;
    }
  printf("%d %u\n", primes, hash);
  int v[] = {1, 2, 3, 4, 5, 6, 7, 8};
  printf("%d\n", subsets(v, 8, 15));
  return primes;
}
// SPDX-License-Identifier: Apache-2.0
