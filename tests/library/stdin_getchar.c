// expect: FALSE(reach)
// properties: reach
/* Any byte may come. */
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c = getchar();
  assert(c != 'x');
}
// SPDX-License-Identifier: Apache-2.0
