// expect: TRUE
/* Sharing is kept and validated. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_barrierattr_t attributes;
  pthread_barrier_t barrier;
  int shared;
  assert(pthread_barrierattr_init(&attributes) == 0);
  assert(pthread_barrierattr_setpshared(&attributes, 77) == EINVAL);
  assert(pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_barrierattr_getpshared(&attributes, &shared) == 0);
  assert(shared == PTHREAD_PROCESS_SHARED);
  assert(pthread_barrier_init(&barrier, &attributes, 1) == 0);
  assert(pthread_barrierattr_destroy(&attributes) == 0);
}
// SPDX-License-Identifier: Apache-2.0
