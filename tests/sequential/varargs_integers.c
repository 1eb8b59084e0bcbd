/* Variable arguments of every integer type. */
#include <stdarg.h>
#include <stdio.h>

static long long sum(int count, ...) {
  va_list arguments;
  long long total = 0;
  va_start(arguments, count);
  for (int i = 0; i < count; i++)
    total += va_arg(arguments, int);
  va_end(arguments);
  return total;
}

static void show(const char *types, ...) {
  va_list arguments;
  va_start(arguments, types);
  for (; *types != '\0'; types++) {
    switch (*types) {
    case 'i':
      printf("%d ", va_arg(arguments, int));
      break;
    case 'l':
      printf("%ld ", va_arg(arguments, long));
      break;
    case 'L':
      printf("%lld ", va_arg(arguments, long long));
      break;
    case 'u':
      printf("%u ", va_arg(arguments, unsigned));
      break;
    case 'c':
      printf("%c ", (char)va_arg(arguments, int));
      break;
    case 's':
      printf("%s ", va_arg(arguments, const char *));
      break;
    case 'p':
      printf("%d ", *va_arg(arguments, int *));
      break;
    }
  }
  va_end(arguments);
  printf("\n");
}

int main(void) {
  int x = 77;
  char c = 'k';
  short h = -3;
  printf("%lld\n", sum(3, 1, 2, 3));
  printf("%lld\n", sum(12, 1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, 12));
  printf("%lld\n", sum(0));
  show("iLiLi", 1, 1ll << 40, 2, -1ll, 3);
  show("culs", c, 4000000000u, -5l, "text");
  show("pppppppp", &x, &x, &x, &x, &x, &x, &x, &x);
  show("iic", h, c, 'z');
  show("LLLLLLLL", 1ll, 2ll, 3ll, 4ll, 5ll, 6ll, 7ll, 1ll << 62);
  return (int)sum(2, 20, 22);
}
// SPDX-License-Identifier: Apache-2.0
