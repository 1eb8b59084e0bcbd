// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(reach)
// properties: reach
// engines: explicit
// The function of the thread ends without a return statement, so the result that a timed join gives
// is any value.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static void *forget(void *unused) { (void)unused; }

int main(void) {
  pthread_t t;
  void *result = 0;
  struct timespec until = {1, 0};
  pthread_create(&t, 0, forget, 0);
  if (pthread_timedjoin_np(t, &result, &until) == 0)
    assert(result == 0);
  return 0;
}
