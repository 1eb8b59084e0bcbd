// expect: TRUE
/* A timed lock times out where a lock would wait. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  struct timespec until = {1, 0}, wrong = {1, -1};
  assert(pthread_rwlock_timedrdlock(&lock, &until) == 0);
  assert(pthread_rwlock_timedwrlock(&lock, &until) == ETIMEDOUT);
  assert(pthread_rwlock_timedwrlock(&lock, &wrong) == EINVAL);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &until) == 0);
  assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &until) == EDEADLK);
  assert(pthread_rwlock_clockrdlock(&lock, 77, &until) == EINVAL);
}
// SPDX-License-Identifier: Apache-2.0
