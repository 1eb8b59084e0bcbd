// expect: FALSE(reach)
#include <assert.h>
#include <stdlib.h>
void sort(int *numbers, int count);

int main(void) {
  int *numbers = calloc(3, sizeof *numbers);
  sort(numbers, 3);
  assert(numbers[2] == 0);
}
// SPDX-License-Identifier: Apache-2.0
