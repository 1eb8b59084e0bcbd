// expect: FALSE(overflow)
// properties: overflow
// The product would fit, but C says that the shift is undefined.
int main(void) {
  int c = -1 << 1;
  return c;
}
// SPDX-License-Identifier: Apache-2.0
