// SPDX-License-Identifier: Apache-2.0
// A block that shrank cannot grow again where it is while its old end belongs to another block.
// expect: TRUE
// properties: reach,memory
// engines: reference explicit auto
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *block = calloc(1, 64), *middle = block + 32;
  char *small = realloc(block, 16), *other = malloc(16);
  char *large = realloc(small, 64);
  assert(large != small || other != large + 32);
  assert(other != middle || large != block);
  free(large);
  free(other);
  return 0;
}
