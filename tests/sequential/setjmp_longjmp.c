/* Leaving nested calls at once, and values that survive. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer;
static volatile int depth;

static void descend(int n) {
  depth = n;
  if (n == 5)
    longjmp(outer, 100 + n);
  descend(n + 1);
  printf("never\n");
}

static int guarded(int (*f)(int), int x, jmp_buf *where) {
  int code = setjmp(*where);
  if (code == 0)
    return f(x);
  return -code;
}

static jmp_buf local;
static int risky(int x) {
  if (x % 3 == 0)
    longjmp(local, x);
  return x * 2;
}

static int generator(void) {
  static jmp_buf buffer;
  volatile int rounds = 0;
  int value = setjmp(buffer);
  rounds++;
  if (value < 4)
    longjmp(buffer, value + 1);
  return rounds * 10 + value;
}

int main(void) {
  int code = setjmp(outer);
  if (code == 0)
    descend(0);
  else
    printf("came back with %d from depth %d\n", code, depth);
  for (int i = 1; i < 8; i++)
    printf("%d ", guarded(risky, i, &local));
  printf("\n%d\n", generator());
  volatile int tries = 0;
  switch (setjmp(outer)) {
  case 0:
    tries = 1;
    longjmp(outer, 0);
  case 1:
    printf("zero became one, %d\n", tries);
    tries = 2;
    longjmp(outer, 7);
  default:
    printf("done %d\n", tries);
  }
  return tries + 40;
}
// SPDX-License-Identifier: Apache-2.0
