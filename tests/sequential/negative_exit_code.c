/* Falling off with a negative result. */
#include <stdio.h>

static int result(void) { return -3; }

int main(void) {
  printf("%d\n", result());
  return result();
}
// SPDX-License-Identifier: Apache-2.0
