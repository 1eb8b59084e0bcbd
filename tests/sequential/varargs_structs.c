/* Structs as variable arguments. */
#include <stdarg.h>
#include <stdio.h>

struct small { int a; };
struct pair { int a, b; };
struct big { long long a[4]; };
struct floats { double x, y; };
struct mixed { double x; int i; };
struct odd { char text[5]; };

static void show(const char *types, ...) {
  va_list list;
  va_start(list, types);
  for (; *types; types++) {
    switch (*types) {
    case 's': printf("small %d\n", va_arg(list, struct small).a); break;
    case 'p': {
      struct pair p = va_arg(list, struct pair);
      printf("pair %d %d\n", p.a, p.b);
      break;
    }
    case 'b': {
      struct big b = va_arg(list, struct big);
      printf("big %lld %lld\n", b.a[0], b.a[3]);
      break;
    }
    case 'f': {
      struct floats f = va_arg(list, struct floats);
      printf("floats %g %g\n", f.x, f.y);
      break;
    }
    case 'm': {
      struct mixed m = va_arg(list, struct mixed);
      printf("mixed %g %d\n", m.x, m.i);
      break;
    }
    case 'o': printf("odd %.5s\n", va_arg(list, struct odd).text); break;
    case 'i': printf("int %d\n", va_arg(list, int)); break;
    }
  }
  va_end(list);
}

int main(void) {
  struct small s = {1};
  struct pair p = {2, 3};
  struct big b = {{4, 5, 6, 7}};
  struct floats f = {1.5, 2.5};
  struct mixed m = {3.5, 8};
  struct odd o = {"abcd"};
  show("ispbi", 10, s, p, b, 11);
  show("fmfmo", f, m, f, m, o);
  show("iiiiiipbfm", 1, 2, 3, 4, 5, 6, p, b, f, m);
  show("bbob", b, b, o, b);
  return 9;
}
// SPDX-License-Identifier: Apache-2.0
