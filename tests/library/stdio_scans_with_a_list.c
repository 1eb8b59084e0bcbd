// expect: TRUE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int scan(const char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vsscanf(text, format, list);
  va_end(list);
  return count;
}

int main(void) {
  int a = 0, b = 0;
  assert(scan("3 4", "%d %d", &a, &b) == 2 && a == 3 && b == 4);
}
// SPDX-License-Identifier: Apache-2.0
