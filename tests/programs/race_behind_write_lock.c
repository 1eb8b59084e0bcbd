// expect: FALSE(race)
// properties: race
// engines: reference order
/* Taking a read-write lock looks at it before it waits. Both threads may stand between the two
 * in a formula, but never in an execution in which the lock is free. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, *q = &x;

static void *run(void *argument) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  *q = *q + 128;
  x = x + x;
  *q = *q + 128;
  x = x + x;
  *q = *q + 128;
  x = x + x;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
