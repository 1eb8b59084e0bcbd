// expect: TRUE
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>
int main(void) {
  unsigned char buffer[5] = {9, 9, 9, 9, 9};
  assert(memset(buffer + 1, 0x1ff, 3) == buffer + 1);
  assert(buffer[0] == 9 && buffer[1] == 255 && buffer[3] == 255 && buffer[4] == 9);
  bzero(buffer, 2);
  explicit_bzero(buffer + 2, 1);
  assert(buffer[1] == 0 && buffer[2] == 0 && buffer[3] == 255);
}
// SPDX-License-Identifier: Apache-2.0
