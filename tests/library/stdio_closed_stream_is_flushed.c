// expect: FALSE(memory)
#include <stdio.h>

int main(void) {
  FILE *file = fopen("x", "w");
  if (!file)
    return 0;
  fclose(file);
  fflush(file);
}
// SPDX-License-Identifier: Apache-2.0
