// expect: TRUE
// properties: reach,memory
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[2];
  if (fgets(line, sizeof line, stdin))
    assert(strlen(line) <= 1);
}
// SPDX-License-Identifier: Apache-2.0
