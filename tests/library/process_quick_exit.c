// expect: TRUE
// engines: reference explicit
#include <assert.h>
#include <stdlib.h>
static int handled;
static void never(void) { assert(0); }
static void handler(void) { handled++; }
static void last(void) { assert(handled == 1); }
int main(void) {
  atexit(never);
  at_quick_exit(last);
  at_quick_exit(handler);
  quick_exit(0);
}
// SPDX-License-Identifier: Apache-2.0
