// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* An atomic exchange waits for the stores before it, whatever its order. */
#include "litmus.h"

THREAD(1, x = 1; __atomic_exchange_n(&z, 1, __ATOMIC_RELAXED); r1 = y;)
THREAD(2, y = 1; __atomic_fetch_add(&z, 1, __ATOMIC_RELAXED); r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
