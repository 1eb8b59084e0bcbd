// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int main(void) {
  assert(abs(-3) == 3 && labs(4) == 4 && llabs(-5ll) == 5);
  div_t d = div(-7, 2);
  ldiv_t l = ldiv(7, -2);
  lldiv_t ll = lldiv(9, 4);
  assert(d.quot == -3 && d.rem == -1 && l.quot == -3 && l.rem == 1 && ll.quot == 2 && ll.rem == 1);
}
// SPDX-License-Identifier: Apache-2.0
