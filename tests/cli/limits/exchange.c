#include "head.h"
static void work(void) {
  int expected = 0;
  while (!atomic_compare_exchange_strong(&taken, &expected, 1))
    expected = 0;
  x++;
}
// SPDX-License-Identifier: Apache-2.0
