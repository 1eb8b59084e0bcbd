// expect: FALSE(memory)
#include <stddef.h>
char *__strcpy_chk(char *, const char *, size_t);
int main(void) {
  char buffer[8];
  __strcpy_chk(buffer, "abcd", 4);
}
// SPDX-License-Identifier: Apache-2.0
