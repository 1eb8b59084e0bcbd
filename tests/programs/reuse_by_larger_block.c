// SPDX-License-Identifier: Apache-2.0
// A block that is larger gets the address of a freed one, although another block is alive beside it: malloc(1) is as
// large as malloc(16) to an allocator, and blocks may be far apart.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit auto graph
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *first = malloc(1), *beside = malloc(1);
  uintptr_t old = (uintptr_t)first;
  free(first);
  char *second = malloc(300);
  assert((uintptr_t)second != old);
  free(second);
  free(beside);
  return 0;
}
