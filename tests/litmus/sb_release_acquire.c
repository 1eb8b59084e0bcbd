// expect: TRUE
// expect tso: FALSE(reach)
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* Release stores wait in the buffer, too. */
#include "litmus.h"

THREAD(1, RELEASE(x, 1); r1 = __atomic_load_n(&y, __ATOMIC_ACQUIRE);)
THREAD(2, RELEASE(y, 1); r2 = __atomic_load_n(&x, __ATOMIC_SEQ_CST);)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
