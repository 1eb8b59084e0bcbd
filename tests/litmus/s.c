// expect: TRUE
// expect tso: TRUE
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* S: the reader of y stores x behind it, and is overtaken. */
#include "litmus.h"

THREAD(1, x = 2; y = 1;)
THREAD(2, r1 = y; x = 1;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(x == 2 && r1 == 1));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
