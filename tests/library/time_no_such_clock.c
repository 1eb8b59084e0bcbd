// expect: TRUE
// properties: reach
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void) {
  struct timespec now;
  assert(clock_gettime(99, &now) == -1 && errno == EINVAL);
  assert(clock_getres(CLOCK_MONOTONIC, &now) == 0 && now.tv_nsec > 0);
}
// SPDX-License-Identifier: Apache-2.0
