// expect: TRUE
/* Nothing comes behind exit. */
#include <assert.h>
#include <stdlib.h>
int main(void) {
  exit(3);
  assert(0);
}
// SPDX-License-Identifier: Apache-2.0
