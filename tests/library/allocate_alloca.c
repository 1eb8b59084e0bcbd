// expect: TRUE
#include <alloca.h>
#include <assert.h>
int main(void) {
  int *p = alloca(2 * sizeof *p);
  p[1] = 3;
  assert(p[1] == 3);
}
// SPDX-License-Identifier: Apache-2.0
