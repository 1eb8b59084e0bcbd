// expect: FALSE(memory)
#include <string.h>
int main(void) {
  char *a = "abc";
  strcpy(a, "x");
}
// SPDX-License-Identifier: Apache-2.0
