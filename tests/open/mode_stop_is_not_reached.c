// expect: TRUE
// options: --undefined stop
#include <assert.h>

int get_id(void);

int main(void) {
  int number = 1;
  if (number != 1)
    number = get_id();
  assert(number == 1);
}
// SPDX-License-Identifier: Apache-2.0
