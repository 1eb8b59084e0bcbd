// expect: FALSE(memory)
// properties: memory
#include <stdlib.h>
void show(const int *number);

int main(void) {
  int *number = malloc(sizeof *number);
  *number = 1;
  free(number);
  show(number);
}
// SPDX-License-Identifier: Apache-2.0
