// expect: FALSE(reach)
// properties: reach
/* Each clock counts on its own. */
#include <assert.h>
#include <time.h>
int main(void) {
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  clock_gettime(CLOCK_MONOTONIC_RAW, &b);
  assert(a.tv_sec <= b.tv_sec);
}
// SPDX-License-Identifier: Apache-2.0
