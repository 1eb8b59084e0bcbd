/* Statements with a value, and typeof. */
#include <stdio.h>

#define MAX(a, b)                                                                                  \
  ({                                                                                               \
    __typeof__(a) _a = (a);                                                                        \
    __typeof__(b) _b = (b);                                                                        \
    _a > _b ? _a : _b;                                                                             \
  })
#define SWAP(a, b)                                                                                 \
  do {                                                                                             \
    __typeof__(a) _t = a;                                                                          \
    a = b;                                                                                         \
    b = _t;                                                                                        \
  } while (0)
#define SUM(array)                                                                                 \
  ({                                                                                               \
    __typeof__((array)[0]) _sum = 0;                                                               \
    for (unsigned _i = 0; _i < sizeof(array) / sizeof *(array); _i++)                              \
      _sum += (array)[_i];                                                                         \
    _sum;                                                                                          \
  })

struct pair { int a, b; };

int main(void) {
  int i = 3, j = 5;
  int larger = MAX(i++, j++);
  printf("%d %d %d\n", larger, i, j);
  double x = 1.5, y = -2;
  SWAP(x, y);
  printf("%g %g %g\n", x, y, MAX(x, y));
  int ints[] = {1, 2, 3};
  double doubles[] = {0.5, 0.25};
  printf("%d %g\n", SUM(ints), SUM(doubles));
  struct pair p = ({
    struct pair q = {i, j};
    q.a *= 10;
    q;
  });
  printf("%d %d\n", p.a, p.b);
  int found = ({
    int result = -1;
    for (int k = 0; k < 10; k++)
      if (k * k > 30) {
        result = k;
        break;
      }
    result;
  });
  printf("%d\n", found);
  __typeof__(int[3]) array = {7, 8, 9};
  __typeof__(&array[0]) pointer = array + 1;
  __auto_type copy = *pointer;
  printf("%d %d\n", (int)sizeof array / (int)sizeof(int), copy);
  return ({ int z = 20; z + 22; });
}
// SPDX-License-Identifier: Apache-2.0
