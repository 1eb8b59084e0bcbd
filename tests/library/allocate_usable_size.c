// expect: TRUE
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>
int main(void) {
  void *p = malloc(10);
  assert(malloc_usable_size(p) >= 10 && malloc_usable_size(NULL) == 0);
  free(p);
}
// SPDX-License-Identifier: Apache-2.0
