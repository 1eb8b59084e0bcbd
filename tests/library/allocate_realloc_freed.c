// expect: FALSE(memory)
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  free(p);
  p = realloc(p, 8);
}
// SPDX-License-Identifier: Apache-2.0
