// expect: TRUE
#include <assert.h>

static void use(unsigned char *p) { (void)*p; }

int main(void) {
  unsigned char x, *p = &x;
  unsigned char first = *p, second = *p;
  assert(first == second && second == x);
  unsigned char copy = 5;
  use(&copy);
  copy = x;
  assert(copy == x);
  use(&copy);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
