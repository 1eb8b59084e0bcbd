/* Jumps into and out of loops and blocks, forwards and backwards. */
#include <stdio.h>

static int search(int m[3][3], int wanted) {
  int i, j;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      if (m[i][j] == wanted)
        goto found;
  return -1;
found:
  return i * 3 + j;
}

static int into_loop(int start) {
  int total = 0, i = start;
  goto middle;
  for (i = 0; i < 5; i++) {
    total += 100;
  middle:
    total += i;
  }
  return total;
}

static int cleanup(int fail_at) {
  int steps = 0;
  if (fail_at == 1)
    goto out;
  steps |= 1;
  if (fail_at == 2)
    goto undo_first;
  steps |= 2;
  if (fail_at == 3)
    goto undo_second;
  return steps | 0x100;
undo_second:
  steps ^= 2;
undo_first:
  steps ^= 1;
out:
  return steps | 0x200;
}

static int collatz(unsigned n) {
  int count = 0;
again:
  if (n == 1)
    return count;
  count++;
  if (n & 1)
    goto odd;
  n /= 2;
  goto again;
odd:
  n = 3 * n + 1;
  goto again;
}

int main(void) {
  int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  printf("%d %d %d\n", search(m, 6), search(m, 1), search(m, 10));
  printf("%d %d\n", into_loop(2), into_loop(7));
  for (int i = 0; i < 5; i++)
    printf("%x ", cleanup(i));
  printf("\n%d %d\n", collatz(27), collatz(97));
  return collatz(7);
}
// SPDX-License-Identifier: Apache-2.0
