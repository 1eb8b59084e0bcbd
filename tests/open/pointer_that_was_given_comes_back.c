// expect: FALSE(reach)
#include <assert.h>

struct device {
  int state;
};
struct device *parent_of(const struct device *device, struct device *root);

int main(void) {
  struct device device = {1}, root = {2};
  struct device *parent = parent_of(&device, &root);
  assert(parent != &root);
}
// SPDX-License-Identifier: Apache-2.0
