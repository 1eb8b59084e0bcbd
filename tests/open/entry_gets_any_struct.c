// expect: FALSE(reach)
// options: --entry norm
/* A struct that is passed by value. */
#include <assert.h>

struct point {
  long x, y, z;
};

long norm(struct point point) {
  assert(point.x != 3 || point.z != 5);
  return point.x;
}
// SPDX-License-Identifier: Apache-2.0
