// expect: TRUE
#include <assert.h>
#include <string.h>
#include <strings.h>
int main(void) {
  char buffer[8] = "abcdef";
  assert(memmove(buffer + 1, buffer, 4) == buffer + 1);
  assert(strcmp(buffer, "aabcdf") == 0);
  memmove(buffer, buffer + 2, 3);
  assert(strcmp(buffer, "bcdcdf") == 0);
  bcopy(buffer, buffer + 3, 2);
  assert(strcmp(buffer, "bcdbcf") == 0);
}
// SPDX-License-Identifier: Apache-2.0
