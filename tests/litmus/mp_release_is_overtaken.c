// expect: TRUE
// expect tso: TRUE
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* What follows a release store may overtake it. */
#include "litmus.h"

THREAD(1, RELEASE(x, 1); y = 1;)
THREAD(2, r1 = y; r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 1 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
