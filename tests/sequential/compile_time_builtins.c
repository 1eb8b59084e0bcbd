/* Builtins that clang decides. */
#include <stddef.h>
#include <stdio.h>

struct s {
  char a;
  short b;
  int c[3];
  struct {
    char d;
    double e;
  } f;
};

static int kind(int x) { return __builtin_constant_p(x); }

int main(void) {
  printf("%d %d\n", (int)offsetof(struct s, b), (int)offsetof(struct s, c[2]));
  printf("%d\n", (int)(offsetof(struct s, f.e) - offsetof(struct s, f)) % 4);
  printf("%d %d\n", __builtin_constant_p(42), __builtin_constant_p("text"[0]));
  int y = kind(3) >= 0;
  printf("%d\n", y);
  printf("%d %s\n", __builtin_choose_expr(1, 10, "no"), __builtin_choose_expr(0, 10, "yes"));
  printf("%d %d\n", __builtin_types_compatible_p(int, signed),
         __builtin_types_compatible_p(int, long));
  if (__builtin_expect(y == 1, 1))
    printf("expected\n");
  if (__builtin_expect(y, 0) == 0)
    __builtin_unreachable();
  printf("%d %d\n", (int)__builtin_strlen("hello"), __builtin_memcmp("a", "a", 1));
  char buffer[16];
  __builtin_memset(buffer, 'x', 15);
  __builtin_memcpy(buffer, "abc", 3);
  buffer[15] = 0;
  __builtin_printf("%s\n", buffer);
  printf("%d\n", (int)__builtin_object_size(buffer, 0));
  int *p = __builtin_assume_aligned(&y, 4);
  printf("%d\n", *p);
  printf("%s %d\n", __func__, __builtin_classify_type(1));
  printf("%g %g\n", __builtin_fabs(-2.5), __builtin_inf());
  printf("%d %d %d\n", __builtin_isnan(__builtin_nan("")), __builtin_signbit(-1.0) != 0,
         __builtin_isinf_sign(-__builtin_inf()));
  __builtin_prefetch(buffer);
  printf("%d\n", _Alignof(struct s) >= _Alignof(int));
  _Static_assert(sizeof(char) == 1, "a char is a byte");
  return (int)sizeof(struct s) & 3;
}
// SPDX-License-Identifier: Apache-2.0
