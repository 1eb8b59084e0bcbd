// expect: TRUE
/* The same with a clock. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int main(void) {
  struct timespec until = {1, 0};
  pthread_mutex_lock(&mutex);
  assert(pthread_cond_clockwait(&changed, &mutex, 77, &until) == EINVAL);
  int waited = pthread_cond_clockwait(&changed, &mutex, CLOCK_MONOTONIC, &until);
  assert(waited == ETIMEDOUT || waited == 0);
}
// SPDX-License-Identifier: Apache-2.0
