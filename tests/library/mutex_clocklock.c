// expect: TRUE
/* The same with a clock. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  struct timespec until = {1, 0};
  assert(pthread_mutex_clocklock(&mutex, 77, &until) == EINVAL);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until) == 0);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until) == ETIMEDOUT);
}
// SPDX-License-Identifier: Apache-2.0
