/* _Generic picks by type. */
#include <stdio.h>

#define NAME(x)                                                                                    \
  _Generic((x),                                                                                    \
      char: "char",                                                                                \
      signed char: "signed char",                                                                  \
      unsigned char: "unsigned char",                                                              \
      short: "short",                                                                              \
      int: "int",                                                                                  \
      unsigned: "unsigned",                                                                        \
      long: "long",                                                                                \
      unsigned long: "unsigned long",                                                              \
      long long: "long long",                                                                      \
      unsigned long long: "unsigned long long",                                                    \
      float: "float",                                                                              \
      double: "double",                                                                            \
      _Bool: "bool",                                                                               \
      char *: "string",                                                                            \
      const char *: "const string",                                                                \
      int *: "pointer",                                                                            \
      default: "other")

static int square_int(int x) { return x * x; }
static double square_double(double x) { return x * x; }
#define SQUARE(x) _Generic((x), double: square_double, float: square_double, default: square_int)(x)

struct s {
  int a;
};

int main(void) {
  char c = 'c';
  short h = 1;
  unsigned char uc = 2;
  struct s s = {0};
  int array[2] = {0};
  const char *text = "t";
  printf("%s %s %s\n", NAME(c), NAME('c'), NAME(h));
  printf("%s %s %s\n", NAME(uc), NAME(uc + uc), NAME(1u + 1l));
  printf("%s %s %s\n", NAME(1ll), NAME(1ull), NAME(c + 1ul));
  printf("%s %s %s\n", NAME(1.0f), NAME(1.0f + 1.0), NAME((_Bool)1));
  printf("%s %s %s\n", NAME("x"), NAME(text), NAME(array));
  printf("%s %s %s\n", NAME(s), NAME(&array[0]), NAME(s.a));
  printf("%s %s\n", NAME(h << 1), NAME(-uc));
  printf("%d %g %g\n", SQUARE(7), SQUARE(1.5), SQUARE(0.5f));
  int n = 1;
  printf("%d", _Generic(n++, int: 5, default: 6));
  printf(" %d\n", n);
  return SQUARE(6);
}
// SPDX-License-Identifier: Apache-2.0
