// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* Stores that overlap do not pass each other. */
#include "litmus.h"

static union {
  unsigned char byte[4];
  unsigned short half[2];
  unsigned word;
} u;
THREAD(1, u.word = 0x01010101; u.byte[2] = 2; u.half[1] = 0x0303;)
THREAD(2, r1 = u.byte[2]; r2 = u.byte[2];)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 > r2));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
