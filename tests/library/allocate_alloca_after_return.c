// expect: FALSE(memory)
#include <alloca.h>
static int *leak(void) {
  int *p = alloca(sizeof *p);
  *p = 1;
  return p;
}
int main(void) { return *leak(); }
// SPDX-License-Identifier: Apache-2.0
