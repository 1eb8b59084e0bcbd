// expect: FALSE(reach)
/* Fresh memory holds anything. */
#include <assert.h>
#include <stdlib.h>
int main(void) {
  _Bool *p = malloc(1);
  unsigned char *byte = (unsigned char *)p;
  assert((*byte & 1) == 0);
  free(p);
}
// SPDX-License-Identifier: Apache-2.0
