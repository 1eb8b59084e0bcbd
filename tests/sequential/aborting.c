/* abort ends the program as a signal does. */
#include <stdio.h>
#include <stdlib.h>

static void handler(void) { printf("never\n"); }

int main(void) {
  atexit(handler);
  printf("so long\n");
  fflush(stdout);
  abort();
}
// SPDX-License-Identifier: Apache-2.0
