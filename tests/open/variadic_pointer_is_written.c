// expect: FALSE(reach)
#include <assert.h>

int scan(const char *format, ...);

int main(void) {
  int number = 1;
  scan("%d", &number);
  assert(number == 1);
}
// SPDX-License-Identifier: Apache-2.0
