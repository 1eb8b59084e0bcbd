// expect: FALSE(memory)
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *text = calloc(2, 1);
  free(text);
  printf("%*d: %s\n", 3, 1, text);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
