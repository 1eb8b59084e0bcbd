// expect: TRUE
/* A timed join succeeds or times out; a null time waits. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static void *run(void *argument) { return argument; }
int main(void) {
  struct timespec until = {1, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  int refused = pthread_timedjoin_np(thread, NULL, &until);
  assert(refused == 0 || refused == ETIMEDOUT);
  if (refused)
    assert(pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, NULL) == 0);
}
// SPDX-License-Identifier: Apache-2.0
