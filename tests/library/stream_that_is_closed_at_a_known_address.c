// expect: FALSE(memory)
// properties: reach,memory
// The program compares the address of the stream with that of a block, so that it is one itself.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *first = tmpfile(), *second = tmpfile();
  void *block = malloc(64);
  assert((uintptr_t)block != (uintptr_t)first && first != second);
  assert(fputc('a', first) == 'a' && fclose(first) == 0);
  assert(fputc('b', second) == 'b' && fclose(second) == 0);
  free(block);
  fputc('c', second);
}

// SPDX-License-Identifier: Apache-2.0
