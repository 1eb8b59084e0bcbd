// expect: TRUE
#include <assert.h>
#include <stdlib.h>
static int count;
static void first(void) { assert(count++ == 1); }
static void second(void) { assert(count++ == 0); }
int main(void) {
  assert(atexit(first) == 0);
  assert(atexit(second) == 0);
}
// SPDX-License-Identifier: Apache-2.0
