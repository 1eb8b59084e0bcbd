#include <alloca.h>
#include <assert.h>
int main(void) {
  for (unsigned i = 0;; i++) {
    char *slot = alloca(16 + i % 100);
    *slot = (char)i;
    assert(slot);
  }
}
// SPDX-License-Identifier: Apache-2.0
