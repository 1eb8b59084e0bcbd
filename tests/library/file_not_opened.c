// expect: FALSE(memory)
// properties: memory
#include <stdio.h>
int main(void) {
  FILE *file = fopen("log", "w");
  fputs("line\n", file);
}
// SPDX-License-Identifier: Apache-2.0
