// expect: FALSE(memory)
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  free(p);
  free(p);
}
// SPDX-License-Identifier: Apache-2.0
