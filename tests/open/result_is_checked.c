// expect: TRUE
/* It is NULL or an object of its type; so are the pointers in it. */
struct device {
  int state;
  struct device *parent;
};
struct device *find_device(int number);

int main(void) {
  struct device *device = find_device(1);
  if (!device)
    return 0;
  if (device->parent)
    device->parent->state = 1;
  return device->state;
}
// SPDX-License-Identifier: Apache-2.0
