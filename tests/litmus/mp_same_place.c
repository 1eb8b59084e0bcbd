// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* Stores to one place stay in order. */
#include "litmus.h"

THREAD(1, x = 1; x = 2;)
THREAD(2, r1 = x; r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 2 && r2 == 1));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
