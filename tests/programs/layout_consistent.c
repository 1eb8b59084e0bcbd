// SPDX-License-Identifier: Apache-2.0
// Overlapping bits and remainders of one address, and of elements of one object, go together.
// expect: TRUE
// properties: reach
// engines: reference explicit auto
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static char table[64] __attribute__((aligned(16)));

int main(void) {
  uintptr_t a = (uintptr_t)malloc(16), b = (uintptr_t)table;
  assert((a & 7) == 0 && a != b && a);
  assert((a >> 4 & 15) % 4 == (a >> 4 & 3));
  assert((a >> 4) % 12 % 4 == (a >> 4) % 4);
  assert((a >> 4) % 6 % 3 == (a >> 4) % 3);
  assert(((b >> 4) + 2) % 8 == ((uintptr_t)&table[32] >> 4) % 8);
  assert(((b >> 4) + 2) % 5 == ((uintptr_t)&table[32] >> 4) % 5);
  return 0;
}
