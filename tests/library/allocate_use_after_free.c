// expect: FALSE(memory)
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return *p;
}
// SPDX-License-Identifier: Apache-2.0
