// expect: FALSE(overflow)
// properties: overflow
int main(int count, char **unused) {
  long long large = -3;
  (void)unused;
  return (int)(large << (count - 1));
}
// SPDX-License-Identifier: Apache-2.0
