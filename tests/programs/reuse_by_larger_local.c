// SPDX-License-Identifier: Apache-2.0
// A larger variable of the next call contains the address of an earlier one.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit auto
#include <assert.h>
#include <stdint.h>

static uintptr_t old;

static void first(void) {
  char x;
  old = (uintptr_t)&x;
}

static void second(void) {
  char y[24];
  for (int i = 0; i < 24; i++)
    assert((uintptr_t)(y + i) != old || i == 0);
}

int main(void) {
  first();
  second();
  return 0;
}
