// expect: FALSE(reach)
// engines: reference explicit
// A cache that is keyed by addresses knows a block that was freed: the next one may have its address.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static uintptr_t cached_key;
static int cached_value;
static int lookup(int *p) {
  if (cached_key == (uintptr_t)p)
    return cached_value;
  cached_key = (uintptr_t)p;
  cached_value = *p;
  return cached_value;
}
int main(void) {
  int *a = malloc(sizeof *a);
  *a = 1;
  assert(lookup(a) == 1);
  free(a);
  int *b = malloc(sizeof *b);
  *b = 2;
  assert(lookup(b) == 2);
  free(b);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
