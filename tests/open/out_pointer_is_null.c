// expect: FALSE(memory)
struct device {
  int state;
};
int open_device(struct device **device);

int main(void) {
  struct device *device;
  if (open_device(&device))
    return 1;
  return device->state;
}
// SPDX-License-Identifier: Apache-2.0
