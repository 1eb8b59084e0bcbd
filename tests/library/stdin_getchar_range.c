// expect: TRUE
// properties: reach
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c = getchar();
  assert(c >= -1 && c <= 255);
}
// SPDX-License-Identifier: Apache-2.0
