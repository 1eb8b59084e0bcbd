// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* Write to read causality: who reads a store passes it on. */
#include "litmus.h"

THREAD(1, x = 1;)
THREAD(2, r1 = x; y = 1;)
THREAD(3, r2 = y; r3 = x;)

int main(void) {
  RUN(3, thread1, thread2, thread3);
  assert(!(r1 == 1 && r2 == 1 && r3 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
