// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* Stores do not pass the instruction sfence. */
#include "litmus.h"

THREAD(1, x = 1; __asm__ volatile("sfence" ::: "memory"); y = 1;)
THREAD(2, r1 = y; r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 1 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
