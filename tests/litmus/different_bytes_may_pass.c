// expect: TRUE
// expect tso: TRUE
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* Stores to different bytes of one word may pass each other under pso. */
#include "litmus.h"

static unsigned char bytes[4];
THREAD(1, bytes[0] = 1; bytes[1] = 1;)
THREAD(2, r1 = bytes[1]; r2 = bytes[0];)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 1 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
