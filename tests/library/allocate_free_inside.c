// expect: FALSE(memory)
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  free(p + 1);
}
// SPDX-License-Identifier: Apache-2.0
