// SPDX-License-Identifier: Apache-2.0
// Two freed blocks become one, in the middle of which is the address of the second.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit auto
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *first = malloc(40), *second = malloc(40);
  free(first);
  free(second);
  char *third = malloc(96);
  assert(third + 48 != second);
  free(third);
  return 0;
}
