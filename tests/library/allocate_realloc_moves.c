// expect: FALSE(memory)
/* The old address is not to be used any more. */
#include <stdlib.h>
int main(void) {
  char *p = malloc(4), *q = realloc(p, 8);
  p[0] = 1;
  free(q);
}
// SPDX-License-Identifier: Apache-2.0
