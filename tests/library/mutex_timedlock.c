// expect: TRUE
/* A timed lock succeeds or times out. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  struct timespec until = {1, 0}, wrong = {1, -1};
  assert(pthread_mutex_timedlock(&mutex, &until) == 0);
  assert(pthread_mutex_timedlock(&mutex, &until) == ETIMEDOUT);
  assert(pthread_mutex_timedlock(&mutex, &wrong) == EINVAL);
  assert(pthread_mutex_unlock(&mutex) == 0);
}
// SPDX-License-Identifier: Apache-2.0
