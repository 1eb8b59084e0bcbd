// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// properties: memcleanup,leak
// engines: reference explicit graph
/* What the library keeps for itself is no leak: a variable of the environment, a handler that a program leaves
 * behind by _exit. */
#include <stdlib.h>
#include <unistd.h>

static void never(void) {}

int main(void) {
  setenv("MODE", "fast", 1);
  setenv("MODE", "slow", 1);
  atexit(never);
  _exit(0);
}
