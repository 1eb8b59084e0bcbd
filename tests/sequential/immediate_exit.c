/* _Exit does not run handlers. */
#include <stdio.h>
#include <stdlib.h>

static void handler(void) { printf("never\n"); }

int main(void) {
  atexit(handler);
  printf("before\n");
  fflush(stdout);
  _Exit(9);
}
// SPDX-License-Identifier: Apache-2.0
