// expect: FALSE(reach)
// properties: reach
// engines: explicit
// A block that grows may stay where it is.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *a = malloc(4 * sizeof *a);
  a[0] = 7;
  int *b = realloc(a, 8 * sizeof *b);
  assert(b[0] == 7);
  assert(a != b);
  free(b);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
