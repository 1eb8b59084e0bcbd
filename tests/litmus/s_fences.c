// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* S with fences. */
#include "litmus.h"

THREAD(1, x = 2; FULL_FENCE(); y = 1;)
THREAD(2, r1 = y; FULL_FENCE(); x = 1;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(x == 2 && r1 == 1));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
