// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* They may not if they point to one place. */
#include "litmus.h"

static int cells[2], i, j;
THREAD(1, int *a = &cells[i], *b = &cells[j]; *a = 1; *b = 2;)
THREAD(2, r1 = cells[1]; r2 = cells[1];)

int main(void) {
  i = j = 1;
  RUN(2, thread1, thread2);
  assert(!(r1 == 2 && r2 == 1));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
