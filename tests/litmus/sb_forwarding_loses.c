// expect: TRUE
// expect tso: FALSE(reach)
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* An own waiting store hides an older one of the other thread. */
#include "litmus.h"

THREAD(1, x = 1; r1 = x; r2 = y;)
THREAD(2, y = 1; x = 2;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 1 && r2 == 0 && x == 1));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
