// SPDX-License-Identifier: Apache-2.0
// A block that shrinks gives back its end, which can be allocated again.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit auto
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(64), *middle = block + 32;
  block = realloc(block, 8);
  char *other = malloc(16);
  assert(other != middle);
  free(block);
  free(other);
  return 0;
}
