// expect: TRUE
/* Clock and sharing are kept and validated. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
int main(void) {
  pthread_condattr_t attributes;
  pthread_cond_t condition;
  clockid_t clock;
  int shared;
  assert(pthread_condattr_init(&attributes) == 0);
  assert(pthread_condattr_setclock(&attributes, 77) == EINVAL);
  assert(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
  assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_MONOTONIC);
  assert(pthread_condattr_setpshared(&attributes, 77) == EINVAL);
  assert(pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_condattr_getpshared(&attributes, &shared) == 0);
  assert(shared == PTHREAD_PROCESS_SHARED);
  assert(pthread_cond_init(&condition, &attributes) == 0);
  assert(pthread_condattr_destroy(&attributes) == 0);
}
// SPDX-License-Identifier: Apache-2.0
