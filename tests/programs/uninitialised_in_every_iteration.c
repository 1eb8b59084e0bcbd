// expect: FALSE(reach)
// properties: reach
// engines: reference explicit order
// The second round's variable does not have the value of the first one.
#include <assert.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    int round;
    if (i == 0)
      round = 1;
    assert(round == 1);
  }
}
// SPDX-License-Identifier: Apache-2.0
