// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order graph
// properties: reach
/* An atomic exchange waits for the stores before it, also if no other thread knows the variable. */
#include "litmus.h"

THREAD(1, int own = 0; x = 1; __atomic_exchange_n(&own, 1, __ATOMIC_RELAXED); r1 = y;)
THREAD(2, int own = 0; y = 1; __atomic_fetch_add(&own, 1, __ATOMIC_RELAXED); r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
