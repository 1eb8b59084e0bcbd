// expect: TRUE
// properties: reach
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c = getchar();
  if (c == EOF) {
    assert(feof(stdin) && getchar() == EOF);
    return 0;
  }
  assert(!feof(stdin));
  assert(ungetc(c, stdin) == c);
  assert(getchar() == c);
  assert(ungetc('x', stdin) == 'x' && getc(stdin) == 'x');
}
// SPDX-License-Identifier: Apache-2.0
