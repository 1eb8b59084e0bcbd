// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* Sequentially consistent stores are visible at once. */
#include "litmus.h"

THREAD(1, SEQ_CST(x, 1); r1 = y;)
THREAD(2, SEQ_CST(y, 1); r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
