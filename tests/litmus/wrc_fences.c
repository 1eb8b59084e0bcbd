// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* The same with fences. */
#include "litmus.h"

THREAD(1, x = 1;)
THREAD(2, r1 = x; FULL_FENCE(); y = 1;)
THREAD(3, r2 = y; FULL_FENCE(); r3 = x;)

int main(void) {
  RUN(3, thread1, thread2, thread3);
  assert(!(r1 == 1 && r2 == 1 && r3 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
