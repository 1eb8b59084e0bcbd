// expect: FALSE(memory)
#include <string.h>
int main(void) {
  char *volatile text = NULL;
  return (int)strlen(text);
}
// SPDX-License-Identifier: Apache-2.0
