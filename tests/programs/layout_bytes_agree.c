// SPDX-License-Identifier: Apache-2.0
// Bytes of an address are those of its bits, wherever they are read: whatever the layout, this holds.
// expect: TRUE
// properties: reach
// engines: reference explicit
// lp64-only
#include <assert.h>
#include <stdint.h>
#include <string.h>

union word {
  char *pointer;
  unsigned char bytes[8];
};
static char object[4];

int main(void) {
  union word word = {object};
  char *copy = object;
  assert(word.bytes[1] == ((uintptr_t)object >> 8 & 0xff));
  assert(word.bytes[1] == ((unsigned char *)&copy)[1]);
  return 0;
}
