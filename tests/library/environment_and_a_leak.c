// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(memcleanup)
// properties: memcleanup
// engines: reference explicit graph
/* The variable is no leak, the block is. */
#include <stdlib.h>

static char *kept;

int main(void) {
  setenv("MODE", "fast", 1);
  kept = malloc(3);
  return kept == NULL;
}
