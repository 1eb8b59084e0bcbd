// expect: TRUE
// expect tso: TRUE
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* Two pairs of stores: each first one comes last. */
#include "litmus.h"

THREAD(1, x = 1; y = 2;)
THREAD(2, y = 1; x = 2;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(x == 1 && y == 1));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
