// expect: FALSE(memory)
// properties: memory
#include <err.h>
#include <stdlib.h>
int main(void) {
  char *text = malloc(4);
  free(text);
  errx(1, "%s", text);
}
// SPDX-License-Identifier: Apache-2.0
