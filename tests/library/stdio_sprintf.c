// expect: TRUE
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char buffer[16];
  assert(sprintf(buffer, "%d-%s", 42, "ab") == 5 && strcmp(buffer, "42-ab") == 0);
  assert(snprintf(buffer, 3, "%x", 0xabcdu) == 4 && strcmp(buffer, "ab") == 0);
  assert(snprintf(NULL, 0, "%5d", 1) == 5);
}
// SPDX-License-Identifier: Apache-2.0
