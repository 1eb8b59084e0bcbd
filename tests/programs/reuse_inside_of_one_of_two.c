// SPDX-License-Identifier: Apache-2.0
// An address comes back in at most one object that is alive, and only where it is aligned as that has to be.
// expect: TRUE
// properties: reach,memory
// engines: reference explicit auto
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(64), *middle = block + 32;
  free(block);
  char *first = malloc(48), *second = malloc(24);
  assert(!(middle >= first && middle < first + 48) || second != middle);
  assert(first + 7 != middle && first != second);
  free(first);
  free(second);
  return 0;
}
