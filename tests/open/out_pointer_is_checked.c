// expect: TRUE
/* The local has no value before; the function writes one. */
struct device {
  int state;
};
int open_device(struct device **device);

int main(void) {
  struct device *device;
  if (open_device(&device) || !device)
    return 1;
  device->state = 1;
  return device->state;
}
// SPDX-License-Identifier: Apache-2.0
