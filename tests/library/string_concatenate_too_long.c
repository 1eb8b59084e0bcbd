// expect: FALSE(memory)
#include <string.h>
int main(void) {
  char a[4] = "ab";
  strcat(a, "cd");
}
// SPDX-License-Identifier: Apache-2.0
