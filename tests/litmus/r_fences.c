// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* R with fences. */
#include "litmus.h"

THREAD(1, x = 1; FULL_FENCE(); y = 1;)
THREAD(2, y = 2; FULL_FENCE(); r1 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(y == 2 && r1 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
