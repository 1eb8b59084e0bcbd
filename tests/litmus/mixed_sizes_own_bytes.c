// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* Bytes under a waiting store are the newest ones, also where stores overlap in part. */
#include "litmus.h"

static union {
  unsigned char byte[4];
  unsigned short half[2];
  unsigned word;
} u;
THREAD(1, u.word = 0x04030201; u.half[1] = 0x0605; u.byte[1] = 7; r1 = (int)u.word;)
THREAD(2, y = (int)u.word;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 != 0x06050701));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
