// expect: TRUE
// expect tso: FALSE(reach)
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* R: the store of y comes last, and the read behind it misses x. */
#include "litmus.h"

THREAD(1, x = 1; y = 1;)
THREAD(2, y = 2; r1 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(y == 2 && r1 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
