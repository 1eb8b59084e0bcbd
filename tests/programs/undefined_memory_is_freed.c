// expect: UNKNOWN(use of memory that an undefined function returned at tests/programs/undefined_memory_is_freed.c:9)
// properties: reach
// engines: reference lazy
#include <assert.h>
#include <stdlib.h>
extern char *name_of(int number);
int main(void) {
  char *name = name_of(1);
  free(name);
  assert(name_of(2) != (char *)1);
}
// SPDX-License-Identifier: Apache-2.0
