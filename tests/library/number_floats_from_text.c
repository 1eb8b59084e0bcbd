// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *end;
  assert(atof("2.5") == 2.5 && strtod("-1e2x", &end) == -100 && *end == 'x');
  assert(strtof("0.5", NULL) == 0.5f);
}
// SPDX-License-Identifier: Apache-2.0
