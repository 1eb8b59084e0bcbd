// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* Load buffering with full fences. */
#include "litmus.h"

THREAD(1, r1 = x; FULL_FENCE(); y = 1;)
THREAD(2, r2 = y; FULL_FENCE(); x = 1;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 1 && r2 == 1));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
