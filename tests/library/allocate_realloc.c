// expect: TRUE
/* Keeps what fits. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = realloc(NULL, 4);
  memcpy(p, "abc", 4);
  p = realloc(p, 8);
  assert(strcmp(p, "abc") == 0);
  p[7] = 'x';
  p = realloc(p, 2);
  assert(p[0] == 'a' && p[1] == 'b');
  assert(realloc(p, 0) == NULL);
}
// SPDX-License-Identifier: Apache-2.0
