// expect: FALSE(overflow)
// properties: overflow
// engines: reference explicit order
/* The loop goes round from INT_MIN downwards: jumping over it must not hide the overflow. */
int main(void) {
  int n = -2147483647;
  while (n--)
    ;
  return n;
}
// SPDX-License-Identifier: Apache-2.0
