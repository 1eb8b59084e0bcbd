// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* Store buffering with full fences. */
#include "litmus.h"

THREAD(1, x = 1; FULL_FENCE(); r1 = y;)
THREAD(2, y = 1; FULL_FENCE(); r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
