// expect: TRUE
// expect tso: FALSE(reach)
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* Store buffering: each thread misses the other's store. */
#include "litmus.h"

THREAD(1, x = 1; r1 = y;)
THREAD(2, y = 1; r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
