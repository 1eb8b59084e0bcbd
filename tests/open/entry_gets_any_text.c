// expect: FALSE(reach)
// options: --entry parse
#include <assert.h>

int parse(const char *text) {
  assert(text[0] != 'g' || text[1] != 'o');
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
