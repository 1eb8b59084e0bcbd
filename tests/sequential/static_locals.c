/* Variables that keep their value between calls. */
#include <stdio.h>

static int counter(void) {
  static int n = 10;
  return n++;
}

static int per_scope(int which) {
  if (which) {
    static int n = 100;
    return ++n;
  }
  static int n;
  return --n;
}

static const char *cached(int i) {
  static char buffer[4][16];
  static int next;
  char *b = buffer[next++ % 4];
  snprintf(b, 16, "value %d", i);
  return b;
}

static int recursive(int depth) {
  static int calls;
  calls++;
  if (depth > 0)
    recursive(depth - 1), recursive(depth - 1);
  return calls;
}

static int *address(void) {
  static int hidden = 5;
  return &hidden;
}

int global = 3;
static int shadowed = 4;
int later;

int main(void) {
  printf("%d ", counter());
  printf("%d ", counter());
  printf("%d\n", counter());
  printf("%d ", per_scope(1));
  printf("%d ", per_scope(0));
  printf("%d ", per_scope(1));
  printf("%d\n", per_scope(0));
  const char *a = cached(1), *b = cached(2);
  printf("%s %s\n", a, b);
  printf("%d\n", recursive(4));
  *address() += 7;
  printf("%d\n", *address());
  int shadowed = 40;
  {
    int shadowed = 400;
    extern int global;
    printf("%d %d\n", shadowed, global);
  }
  printf("%d %d\n", shadowed, later);
  for (int i = 0; i < 3; i++) {
    static int kept;
    int fresh = 0;
    kept += i + 1;
    fresh += i + 1;
    printf("%d %d ", kept, fresh);
  }
  printf("\n");
  return counter();
}
// SPDX-License-Identifier: Apache-2.0
