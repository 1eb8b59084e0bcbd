// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// engines: reference order
// properties: reach
/* Unlocking makes what was stored under the lock visible. */
#include "litmus.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
THREAD(1, pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); r1 = y;)
THREAD(2, pthread_mutex_lock(&n); y = 1; pthread_mutex_unlock(&n); r2 = x;)

int main(void) {
  RUN(2, thread1, thread2);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
