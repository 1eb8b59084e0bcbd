// expect: TRUE
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
static void never(void) { assert(0); }
int main(void) {
  atexit(never);
  if (getenv("NAME") == NULL)
    _exit(0);
  _Exit(1);
}
// SPDX-License-Identifier: Apache-2.0
