// expect: UNKNOWN(use of memory that an undefined function returned at tests/programs/undefined_memory_is_freed.c:9)
// properties: reach
// engines: reference lazy
#include <assert.h>
#include <stdlib.h>
extern void *memory_of(int number);
int main(void) {
  void *memory = memory_of(1);
  free(memory);
  assert(memory_of(2) != (void *)1);
}
// SPDX-License-Identifier: Apache-2.0
