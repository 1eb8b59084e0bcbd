// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <stdio.h>
int main(void) {
  ungetc('x', stdin);
  getchar();
  assert(getchar() == 'x');
}
// SPDX-License-Identifier: Apache-2.0
