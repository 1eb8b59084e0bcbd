// expect: FALSE(memory)
#include <stdio.h>
int main(void) {
  char word[4];
  sscanf("abcd", "%s", word);
}
// SPDX-License-Identifier: Apache-2.0
