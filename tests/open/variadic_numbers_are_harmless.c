// expect: TRUE
#include <assert.h>

int log_message(const char *format, ...);

int main(void) {
  int number = 1;
  log_message("%d %s", number, "times");
  assert(number == 1);
}
// SPDX-License-Identifier: Apache-2.0
