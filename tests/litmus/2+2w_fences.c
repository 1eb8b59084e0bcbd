// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* The same with fences. */
#include "litmus.h"

THREAD(1, x = 1; FULL_FENCE(); y = 2;)
THREAD(2, y = 1; FULL_FENCE(); x = 2;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(x == 1 && y == 1));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
