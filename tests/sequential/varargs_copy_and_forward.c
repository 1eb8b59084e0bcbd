/* va_copy, handing a list on, and reading it twice. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int longest(va_list list, int n) {
  int best = 0;
  for (int i = 0; i < n; i++) {
    int length = (int)strlen(va_arg(list, const char *));
    if (length > best)
      best = length;
  }
  return best;
}

static void print_aligned(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  int width = longest(copy, n);
  va_end(copy);
  for (int i = 0; i < n; i++)
    printf("[%*s]\n", width, va_arg(list, const char *));
  va_end(list);
}

static int log_to(char *buffer, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(buffer, size, format, list);
  va_end(list);
  return length;
}

static void twice(const char *format, ...) {
  va_list list, copy;
  va_start(list, format);
  va_copy(copy, list);
  vprintf(format, list);
  vprintf(format, copy);
  va_end(copy);
  va_end(list);
}

static void indirect(const char *format, va_list list) {
  va_list mine;
  va_copy(mine, list);
  int first = va_arg(mine, int);
  printf("%d: ", first);
  vfprintf(stdout, format, mine);
  va_end(mine);
}

static void start(const char *format, ...) {
  va_list list;
  va_start(list, format);
  indirect(format, list);
  va_end(list);
}

int main(void) {
  char buffer[16];
  print_aligned(3, "a", "three", "xx");
  printf("%d %s\n", log_to(buffer, sizeof buffer, "%d-%s-%g", 12, "ab", 0.5), buffer);
  printf("%d %s\n", log_to(buffer, sizeof buffer, "%s %s", "a long text", "and more"), buffer);
  twice("%d %lld %g %s\n", 1, 2ll, 3.0, "four");
  start("%s=%d\n", 5, "answer", 42);
  return log_to(NULL, 0, "%d", 123456);
}
// SPDX-License-Identifier: Apache-2.0
