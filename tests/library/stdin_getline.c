// expect: TRUE
// properties: reach,memory,leak
// engines: explicit
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *line = NULL;
  size_t size = 0;
  ungetc('\n', stdin);
  assert(getline(&line, &size, stdin) == 1);
  assert(size >= 2 && !strcmp(line, "\n"));
  free(line);
}
// SPDX-License-Identifier: Apache-2.0
