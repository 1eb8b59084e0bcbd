// expect: TRUE
// properties: leak
/* What a global points to is not lost. */
#include <stdlib.h>
static int *kept;
int main(void) {
  kept = malloc(sizeof *kept);
  free(malloc(3));
}
// SPDX-License-Identifier: Apache-2.0
