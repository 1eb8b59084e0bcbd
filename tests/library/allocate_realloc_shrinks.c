// expect: FALSE(memory)
#include <stdlib.h>
int main(void) {
  char *p = realloc(malloc(8), 4);
  p[4] = 1;
  free(p);
}
// SPDX-License-Identifier: Apache-2.0
