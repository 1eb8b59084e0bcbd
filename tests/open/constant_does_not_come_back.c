// expect: TRUE
/* A pointer to const does not become one to something else. */
#include <assert.h>

struct device {
  int state;
};
struct device *copy_of(const struct device *device);

int main(void) {
  struct device device = {1};
  struct device *copy = copy_of(&device);
  if (copy)
    copy->state = 3;
  assert(device.state == 1);
}
// SPDX-License-Identifier: Apache-2.0
