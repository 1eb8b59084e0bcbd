// expect: TRUE
// properties: overflow
// Unsigned numbers may be shifted always, others as long as the product fits.
int main(void) {
  int positive = 3, zero = 0;
  unsigned number = 3;
  long long large = 1;
  return (positive << 29) + (zero << 31) + (int)(number << 31) + (large << 62 != 0);
}
// SPDX-License-Identifier: Apache-2.0
