// expect: TRUE
/* Blocks without bytes are blocks of their own. */
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(0), *q = malloc(0);
  assert(p != NULL && q != NULL && p != q);
  free(p);
  free(q);
}
// SPDX-License-Identifier: Apache-2.0
