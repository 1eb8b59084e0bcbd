#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *bytes = calloc(1u << 29, 1), *copy = calloc(1u << 29, 1);
  for (unsigned i = 0;; i++) {
    memcpy(copy, bytes, 1u << 29);
    bytes[i % 1000]++;
    assert(copy[77] != 2 || i < 9);
  }
}
// SPDX-License-Identifier: Apache-2.0
