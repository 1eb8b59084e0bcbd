// expect: TRUE
/* A timed write lock of a thread that reads times out. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  struct timespec until = {1, 0};
  pthread_rwlock_rdlock(&lock);
  assert(pthread_rwlock_timedwrlock(&lock, &until) == ETIMEDOUT);
  assert(pthread_rwlock_timedrdlock(&lock, &until) == 0);
}
// SPDX-License-Identifier: Apache-2.0
