#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = 1;
  for (;;) {
    b = b * 5 + a;
    assert(b != 77777 || a != 99);
  }
}
// SPDX-License-Identifier: Apache-2.0
