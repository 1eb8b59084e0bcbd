/* Labels as values: a threaded interpreter. */
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, JNZ, DEC, PRINT, SWAP, HALT };

static int run(const int *code) {
  static const void *const labels[] = {&&push, &&add, &&mul, &&dup, &&jnz,
                                       &&dec,  &&print, &&swap, &&halt};
  int stack[16], top = 0, steps = 0;
  const int *pc = code;
#define NEXT                                                                                       \
  do {                                                                                             \
    steps++;                                                                                       \
    goto *labels[*pc++];                                                                           \
  } while (0)
  NEXT;
push:
  stack[top++] = *pc++;
  NEXT;
add:
  top--;
  stack[top - 1] += stack[top];
  NEXT;
mul:
  top--;
  stack[top - 1] *= stack[top];
  NEXT;
dup:
  stack[top] = stack[top - 1];
  top++;
  NEXT;
jnz:
  if (stack[top - 1] != 0)
    pc = code + *pc;
  else
    pc++;
  NEXT;
dec:
  stack[top - 1]--;
  NEXT;
print:
  printf("%d\n", stack[top - 1]);
  NEXT;
swap:;
  int t = stack[top - 1];
  stack[top - 1] = stack[top - 2];
  stack[top - 2] = t;
  NEXT;
halt:
  return steps;
}

int main(void) {
  static const int powers[] = {PUSH, 1, PUSH, 8, SWAP, PUSH, 2,   MUL,
                               PRINT, SWAP, DEC, JNZ, 4, HALT};
  static const int sums[] = {PUSH, 20, PUSH, 22, ADD, DUP, ADD, PRINT, HALT};
  printf("%d\n", run(powers));
  return run(sums);
}
// SPDX-License-Identifier: Apache-2.0
