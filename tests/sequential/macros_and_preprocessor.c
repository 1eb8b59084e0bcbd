/* Stringising, pasting, variadic and x-macros. */
#include <stdio.h>

#define TEXT(x) #x
#define EXPAND(x) TEXT(x)
#define PASTE(a, b) a##b
#define VERSION 3
#define COLORS(X) X(red, 0xff0000) X(green, 0x00ff00) X(blue, 0x0000ff)
#define COUNT(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define LOG(format, ...) printf("%s: " format "\n", __func__, ##__VA_ARGS__)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof *(a))
#define REPEAT4(x) x x x x
#define DECLARE(type)                                                                              \
  static type PASTE(max_, type)(type a, type b) { return a > b ? a : b; }

DECLARE(int)
DECLARE(double)

enum color {
#define X(name, value) name,
  COLORS(X)
#undef X
};
static const struct {
  const char *name;
  unsigned value;
} colors[] = {
#define X(name, value) {#name, value},
    COLORS(X)
#undef X
};

#if VERSION > 2 && defined(COLORS) && !defined(MISSING)
static const int branch = 1;
#elif VERSION == 2
static const int branch = 2;
#else
#error unreachable
#endif

int main(void) {
  printf("%s %s %s\n", TEXT(VERSION), EXPAND(VERSION), TEXT(a "b" \n));
  int PASTE(var, 1) = 7;
  printf("%d\n", var1);
  for (unsigned i = 0; i < ARRAY_SIZE(colors); i++)
    printf("%s %06x\n", colors[i].name, colors[i].value);
  printf("%d %d\n", blue, (int)COUNT(1, 2, 3, 4));
  LOG("plain");
  LOG("%d and %s", 5, "six");
  printf("%d %g\n", max_int(3, 9), max_double(1.5, -2));
  int n = 0;
  REPEAT4(n += 3;)
  printf("%d %d\n", n, branch);
  printf("%d\n", __LINE__ > 40);
#line 500 "elsewhere.c"
  printf("%d %s\n", __LINE__, __FILE__);
  return n;
}
// SPDX-License-Identifier: Apache-2.0
