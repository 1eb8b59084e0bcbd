// expect: FALSE(memory)
// properties: memory
/* An error that does not rest on what the function returned is one. */
#include <stdlib.h>
int log_level(void);
int main(void) {
  int *number = malloc(sizeof *number);
  free(number);
  if (log_level() > 3)
    *number = 1;
}
// SPDX-License-Identifier: Apache-2.0
