// expect: TRUE
// properties: reach,memory,leak
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *made;
  assert(asprintf(&made, "%c%c", 'a', 'b') == 2 && strcmp(made, "ab") == 0);
  free(made);
}
// SPDX-License-Identifier: Apache-2.0
