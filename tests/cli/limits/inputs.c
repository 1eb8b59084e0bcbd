#include "head.h"
static void work(void) {
  while (__VERIFIER_nondet_int())
    x++;
}
// SPDX-License-Identifier: Apache-2.0
