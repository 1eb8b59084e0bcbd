// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order graph
// properties: reach
/* An atomic section waits for the stores before it, and its own stores do not wait. */
#include "litmus.h"

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
THREAD(1, x = 1; __VERIFIER_atomic_begin(); __VERIFIER_atomic_end(); r1 = y;)
THREAD(2, __VERIFIER_atomic_begin(); y = 1; __VERIFIER_atomic_end(); r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
