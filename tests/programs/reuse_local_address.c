// expect: FALSE(reach)
// engines: reference explicit
// Local variables of two calls may lie at the same address.
#include <assert.h>
static int *kept;
static void first(void) {
  int x = 1;
  kept = &x;
}
static int second(void) {
  int y = 2;
  return &y == kept;
}
int main(void) {
  first();
  assert(!second());
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
