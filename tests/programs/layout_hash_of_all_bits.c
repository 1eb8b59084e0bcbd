// SPDX-License-Identifier: Apache-2.0
// Natively, no bits of this hash are known. That it is never 77 would need all layouts to be tried.
// lp64-only
// expect: UNKNOWN(it may depend on where objects lie in memory at tests/programs/layout_hash_of_all_bits.c:13)
// properties: reach
// engines: reference explicit impact
#include <assert.h>
#include <stdint.h>

static int object;

int main(void) {
  unsigned hash = (unsigned)((uintptr_t)&object * 2654435761u >> 20);
  assert(hash != 77);
  return 0;
}
