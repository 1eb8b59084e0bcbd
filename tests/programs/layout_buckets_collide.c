// SPDX-License-Identifier: Apache-2.0
// Two objects may have the same bucket.
// lp64-only
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit order random auto
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *a = malloc(16), *b = malloc(16);
  assert(((uintptr_t)a >> 4) % 6 != ((uintptr_t)b >> 4) % 6);
  free(a);
  free(b);
  return 0;
}
