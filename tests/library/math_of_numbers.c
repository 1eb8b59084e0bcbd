// expect: TRUE
// properties: reach
// engines: reference order explicit
/* Functions that libraries approximate have the values of the host's library. */
#include <assert.h>
#include <math.h>
int main(void) {
  volatile float x = 1;
  volatile double y = 2;
  assert(sinf(x) > 0.84f && sinf(x) < 0.85f);
  assert(pow(y, 10) == 1024 && atan2(0, y) == 0 && isnan(log(-y)));
}
// SPDX-License-Identifier: Apache-2.0
