// expect: TRUE
// expect tso: FALSE(reach)
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* A thread reads its own waiting store, and still misses the other's. */
#include "litmus.h"

THREAD(1, x = 1; r1 = x; r2 = y;)
THREAD(2, y = 1; r3 = y; r4 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
