// expect: TRUE
/* It cannot return a pointer that it never got. */
#include <assert.h>

struct device {
  int state;
};
static struct device own = {1};
struct device *find_device(int number);

int main(void) {
  struct device *other = find_device(1);
  if (!other)
    return 0;
  other->state = 2;
  assert(own.state == 1);
}
// SPDX-License-Identifier: Apache-2.0
