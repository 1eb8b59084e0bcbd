// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* A new thread sees what its creator stored, and who joins it what it stored. */
#include "litmus.h"

static void *inner(void *unused) {
  (void)unused;
  r1 = x;
  r2 = y;
  z = 1;
  return 0;
}
THREAD(1, x = 1; y = 1; pthread_t id; pthread_create(&id, 0, inner, 0); pthread_join(id, 0); r3 = z;)

int main(void) {
  RUN(1, thread1);
  assert(!(r1 != 1 || r2 != 1 || r3 != 1));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
