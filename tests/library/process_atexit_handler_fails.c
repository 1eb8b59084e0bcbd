// expect: FALSE(reach)
#include <assert.h>
#include <stdlib.h>
static void handler(void) { assert(0); }
int main(void) {
  atexit(handler);
  exit(0);
}
// SPDX-License-Identifier: Apache-2.0
