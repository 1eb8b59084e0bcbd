// SPDX-License-Identifier: Apache-2.0
// The order of three blocks is one, and a loop inside an object knows where it ends.
// expect: TRUE
// properties: reach
// engines: reference explicit auto
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *a = malloc(16), *b = malloc(16), *c = malloc(16), *p;
  int count = 0;
  assert(!(a < b && b < c && c < a));
  assert((a < b) != (b < a));
  for (p = a; p < a + 16; p++)
    count++;
  assert(count == 16 && !(b >= a && b < a + 16));
  return 0;
}
