#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_bool(void);
int main(void) {
  assert(__VERIFIER_nondet_bool());
  char *bytes = calloc(1u << 30, 1);
  for (unsigned i = 0;; i++)
    bytes[i % 1000]++;
}
// SPDX-License-Identifier: Apache-2.0
