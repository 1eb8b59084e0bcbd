// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order graph
// properties: reach
/* Creating a thread and freeing a block wait for the stores before them. */
#include "litmus.h"

#include <stdlib.h>

static void *nothing(void *unused) { return unused; }

THREAD(1, pthread_t t; x = 1; pthread_create(&t, 0, nothing, 0); r1 = y;)
THREAD(2, void *block = malloc(1); y = 1; free(block); r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
