/* Only the low eight bits of the exit code count. */
#include <stdio.h>
#include <stdlib.h>

static int depth(int n) {
  if (n == 0) {
    printf("bottom\n");
    exit(256 * 3 + 77);
  }
  return depth(n - 1) + 1;
}

int main(void) { return depth(10); }
// SPDX-License-Identifier: Apache-2.0
