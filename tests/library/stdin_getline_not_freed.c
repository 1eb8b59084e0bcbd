// expect: FALSE(leak)
// properties: leak
// engines: explicit
#define _GNU_SOURCE
#include <stdio.h>
int main(void) {
  char *line = NULL;
  size_t size = 0;
  ungetc('\n', stdin);
  getline(&line, &size, stdin);
  line = NULL;
}
// SPDX-License-Identifier: Apache-2.0
