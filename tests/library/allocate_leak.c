// expect: FALSE(leak)
// properties: leak
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  p = NULL;
  return p != NULL;
}
// SPDX-License-Identifier: Apache-2.0
