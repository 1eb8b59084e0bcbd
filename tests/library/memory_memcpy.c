// expect: TRUE
#include <assert.h>
#include <string.h>
int main(void) {
  int from[3] = {1, 2, 3}, to[3] = {0};
  assert(memcpy(to, from, sizeof to) == to && to[2] == 3);
  memcpy(to, from + 1, 0);
  assert(to[0] == 1);
}
// SPDX-License-Identifier: Apache-2.0
