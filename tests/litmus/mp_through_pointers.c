// expect: TRUE
// expect tso: TRUE
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* Whether two stores may pass each other depends on where their pointers point. */
#include "litmus.h"

static int *p = &x, *q = &y;
THREAD(1, *p = 1; *q = 2;)
THREAD(2, r1 = *q; r2 = *p;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 2 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
