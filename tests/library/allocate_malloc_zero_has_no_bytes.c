// expect: FALSE(memory)
#include <stdlib.h>
int main(void) {
  char *p = malloc(0);
  *p = 1;
  free(p);
}
// SPDX-License-Identifier: Apache-2.0
