// SPDX-License-Identifier: Apache-2.0
// Which of two variables is first is not the program's to know.
// lp64-only
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit order random auto
#include <assert.h>
#include <stdint.h>

static int one, two;

int main(void) {
  uintptr_t a = (uintptr_t)&one, b = (uintptr_t)&two;
  assert(a < b);
  return 0;
}
