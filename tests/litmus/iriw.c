// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* Independent reads of independent writes: all threads see stores in one order. */
#include "litmus.h"

THREAD(1, x = 1;)
THREAD(2, y = 1;)
THREAD(3, r1 = x; r2 = y;)
THREAD(4, r3 = y; r4 = x;)

int main(void) {
  RUN(4, thread1, thread2, thread3, thread4);
  assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
