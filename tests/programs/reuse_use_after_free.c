// expect: FALSE(memory)
// properties: reach,memory
// engines: reference explicit
// An address that may come back may as well not: the use of the freed block is still found.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *old = malloc(sizeof *old), *kept = old;
  free(old);
  int *fresh = malloc(sizeof *fresh);
  *fresh = 1;
  if (kept != fresh)
    *kept = 2;
  free(fresh);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
