/* Reaching the end of main is returning 0. */
#include <stdio.h>

int main(void) {
  int n = 3;
  while (n-- > 0)
    printf("%d\n", n);
}
// SPDX-License-Identifier: Apache-2.0
