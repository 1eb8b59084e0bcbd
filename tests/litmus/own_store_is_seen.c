// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* Whatever the others do, a thread reads its own newest store or a newer one. */
#include "litmus.h"

THREAD(1, x = 1; r1 = x;)
THREAD(2, x = 2;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
