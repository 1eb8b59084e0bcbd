// expect: TRUE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  volatile size_t size = SIZE_MAX;
  assert(malloc(size) == NULL);
}
// SPDX-License-Identifier: Apache-2.0
