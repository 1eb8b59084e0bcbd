// expect: TRUE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
  char *end;
  assert(atoi("-12x") == -12 && atol("7") == 7 && atoll("5") == 5);
  assert(strtol("0x1f", &end, 0) == 31 && *end == '\0');
  assert(strtoul("17", NULL, 8) == 15 && strtoull("zz", NULL, 36) == 1295);
  assert(strtoll("-9", NULL, 10) == -9);
  errno = 0;
  assert(strtol("99999999999999999999", &end, 10) == LONG_MAX && errno == ERANGE);
  assert(strtol("none", &end, 10) == 0 && *end == 'n');
}
// SPDX-License-Identifier: Apache-2.0
