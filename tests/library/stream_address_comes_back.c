// expect: FALSE(reach)
// properties: reach,memory
// The memory of a closed stream may be what malloc returns.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *file = tmpfile();
  uintptr_t before = (uintptr_t)file;
  fputc('a', file);
  fclose(file);
  void *block = malloc(64);
  assert((uintptr_t)block != before);
  free(block);
}

// SPDX-License-Identifier: Apache-2.0
