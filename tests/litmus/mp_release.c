// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* A release store does not overtake what is before it. */
#include "litmus.h"

THREAD(1, x = 1; RELEASE(y, 1);)
THREAD(2, r1 = __atomic_load_n(&y, __ATOMIC_ACQUIRE); r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 1 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
