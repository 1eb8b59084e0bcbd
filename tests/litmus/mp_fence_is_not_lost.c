// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* A fence still separates the stores around it when the one next to it was overtaken. */
#include "litmus.h"

THREAD(1, x = 1; z = 1; atomic_thread_fence(memory_order_release); y = 1;)
THREAD(2, r1 = y; r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 1 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
