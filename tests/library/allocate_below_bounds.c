// expect: FALSE(memory)
#include <stdlib.h>
int main(void) {
  int *p = malloc(4 * sizeof *p);
  p[-1] = 0;
  free(p);
}
// SPDX-License-Identifier: Apache-2.0
