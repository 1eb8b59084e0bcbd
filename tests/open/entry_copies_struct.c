// expect: TRUE
// options: --entry norm
// lp64-only
#include <assert.h>

struct point {
  long x, y, z;
  long *shared;
};

long norm(struct point point) {
  point.x = 1;
  if (point.shared)
    *point.shared = 2;
  assert(point.x == 1);
  return point.y;
}
// SPDX-License-Identifier: Apache-2.0
