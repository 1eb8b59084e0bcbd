// expect: FALSE(reach)
#include <assert.h>

struct device {
  int state;
};
struct device *find_device(int number);

int main(void) {
  struct device *one = find_device(1), *two = find_device(2);
  if (!one || !two)
    return 0;
  one->state = 1;
  two->state = 2;
  assert(one->state == 1);
}
// SPDX-License-Identifier: Apache-2.0
