#include "head.h"
static void work(void) {
  for (;;)
    x = x * 5 + 1;
}
// SPDX-License-Identifier: Apache-2.0
