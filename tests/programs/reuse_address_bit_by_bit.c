// SPDX-License-Identifier: Apache-2.0
// A set of addresses as a trie: one bit of an address decides at every level. A freed address stays in it.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int bits[64];

int main(void) {
  char *first = malloc(8);
  for (unsigned i = 0; i < 8 * sizeof first; i++)
    bits[i] = (uintptr_t)first >> i & 1;
  char *other = malloc(8);
  free(first);
  char *second = malloc(8);
  int same = 1;
  for (unsigned i = 0; i < 8 * sizeof first; i++)
    same &= bits[i] == (int)((uintptr_t)second >> i & 1);
  assert(!same);
  free(second);
  free(other);
  return 0;
}
