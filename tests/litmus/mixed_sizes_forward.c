// expect: TRUE
// expect tso: FALSE(reach)
// expect pso: FALSE(reach)
// engines: reference order
// properties: reach
/* A read of a word sees the own waiting store of one of its bytes, and memory in the others. */
#include "litmus.h"

static union {
  unsigned char byte[4];
  unsigned word;
} u;
THREAD(1, u.byte[0] = 1; r1 = (int)u.word; r2 = y;)
THREAD(2, y = 1; r3 = u.byte[0];)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!((r1 & 0xff) == 1 && r2 == 0 && r3 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
