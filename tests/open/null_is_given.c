// expect: TRUE
#include <assert.h>

void show(int *number);

int main(void) {
  int number = 1;
  show(0);
  assert(number == 1);
}
// SPDX-License-Identifier: Apache-2.0
