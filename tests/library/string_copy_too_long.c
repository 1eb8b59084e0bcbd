// expect: FALSE(memory)
#include <string.h>
int main(void) {
  char a[3];
  strcpy(a, "abc");
}
// SPDX-License-Identifier: Apache-2.0
