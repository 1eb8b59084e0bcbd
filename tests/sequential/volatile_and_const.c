/* Qualifiers do not change values. */
#include <stdio.h>
#include <string.h>

static volatile int v = 1;
static const volatile int cv = 2;
static int *restrict global;

static int sum(const int *const values, const int n) {
  int total = 0;
  for (const int *p = values; p < values + n; p++)
    total += *p;
  return total;
}

static void copy(int n, int *restrict to, const int *restrict from) {
  while (n-- > 0)
    *to++ = *from++;
}

struct device {
  volatile unsigned status;
  volatile struct {
    unsigned char ready : 1, code : 3;
  } bits;
  const int id;
};

static const char *pick(const char *a, const char *b) { return strcmp(a, b) < 0 ? a : b; }

int main(void) {
  v += v ? 10 : 20;
  v = v * 2;
  printf("%d %d\n", v, cv);
  const int array[] = {1, 2, 3};
  int target[3];
  copy(3, target, array);
  printf("%d\n", sum(target, 3));
  struct device d = {0, {0, 0}, 9};
  d.status |= 4;
  d.status <<= 2;
  d.bits.ready = 1;
  d.bits.code = 9;
  printf("%u %d %d %d\n", d.status, d.bits.ready, d.bits.code, d.id);
  volatile double x = 0.1;
  x += x;
  printf("%g\n", x);
  char buffer[] = "b";
  const char *p = pick(buffer, "a");
  printf("%s\n", p);
  volatile int *pv = &v;
  for (*pv = 0; *pv < 3; ++*pv)
    ;
  printf("%d\n", v);
  global = target;
  *global = 8;
  int *const fixed = &target[1];
  *fixed = 9;
  volatile char text[4] = "abc";
  text[1] = 'X';
  printf("%d %c%c\n", target[0] + target[1], text[0], text[1]);
  return v;
}
// SPDX-License-Identifier: Apache-2.0
