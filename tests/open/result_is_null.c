// expect: FALSE(memory)
struct device {
  int state;
};
struct device *find_device(int number);

int main(void) { return find_device(1)->state; }
// SPDX-License-Identifier: Apache-2.0
