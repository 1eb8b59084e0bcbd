// expect: TRUE
// expect tso: FALSE(reach)
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* Barriers for the compiler keep no store from waiting, nor do lfence and sfence. */
#include "litmus.h"

THREAD(1, x = 1; __asm__ volatile("" ::: "memory"); r1 = y;)
THREAD(2, y = 1; atomic_signal_fence(memory_order_seq_cst); __asm__ volatile("sfence" ::: "memory"); r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
