/* Tables of functions, callbacks, functions that return functions. */
#include <stdio.h>

typedef int operation(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const struct {
  char symbol;
  operation *apply;
} table[] = {{'+', add}, {'-', &sub}, {'*', mul}};

static operation *find(char symbol) {
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].symbol == symbol)
      return table[i].apply;
  return NULL;
}

static int fold(const int *values, int n, int start, int (*f)(int, int)) {
  for (int i = 0; i < n; i++)
    start = f(start, values[i]);
  return start;
}

static int (*choose(int n))(int, int) { return n ? add : mul; }

struct visitor {
  void (*visit)(struct visitor *self, int value);
  int total;
};
static void accumulate(struct visitor *self, int value) { self->total += value * value; }
static void walk(struct visitor *v, int n) {
  for (int i = 1; i <= n; i++)
    v->visit(v, i);
}

int main(void) {
  int values[] = {1, 2, 3, 4, 5};
  printf("%d %d %d\n", fold(values, 5, 0, add), fold(values, 5, 1, mul), fold(values, 5, 0, sub));
  for (const char *s = "+-*/"; *s; s++) {
    operation *f = find(*s);
    printf("%c %d\n", *s, f ? f(20, 4) : -1);
  }
  printf("%d %d\n", choose(0)(6, 7), (*choose(1))(6, 7));
  printf("%d %d\n", find('+') == add, find('-') == add);
  struct visitor v = {accumulate, 0};
  walk(&v, 4);
  printf("%d\n", v.total);
  operation *ops[3] = {add, sub, mul};
  int n = 10;
  for (int i = 0; i < 6; i++)
    n = (**ops[i % 3])(n, i + 1);
  printf("%d\n", n);
  void (*generic)(void) = (void (*)(void))mul;
  return ((operation *)generic)(6, 7);
}
// SPDX-License-Identifier: Apache-2.0
