// SPDX-License-Identifier: Apache-2.0
// How far apart two variables are is not the program's to know, nor that it is not something else.
// lp64-only
// expect: UNKNOWN(it may depend on where objects lie in memory at tests/programs/layout_distance.c:13)
// properties: reach
// engines: reference explicit order
#include <assert.h>
#include <stdint.h>

static char one[16], two[16];

int main(void) {
  assert((uintptr_t)one - (uintptr_t)two != 4096);
  return 0;
}
