/* Nested loops, switches and jumps in one function. */
#include <stdio.h>

static int interpret(const char *program, char *tape, int size) {
  int at = 0, steps = 0;
  for (const char *pc = program; *pc; pc++) {
    if (++steps > 20000)
      return -1;
    switch (*pc) {
    case '>':
      at = (at + 1) % size;
      break;
    case '<':
      at = (at + size - 1) % size;
      break;
    case '+':
      tape[at]++;
      break;
    case '-':
      tape[at]--;
      break;
    case '.':
      putchar(tape[at]);
      break;
    case '[':
      if (tape[at])
        break;
      for (int depth = 1; depth;) {
        pc++;
        if (*pc == '[')
          depth++;
        else if (*pc == ']')
          depth--;
      }
      break;
    case ']':
      if (!tape[at])
        continue;
      for (int depth = 1; depth;) {
        pc--;
        if (*pc == ']')
          depth++;
        else if (*pc == '[')
          depth--;
      }
    }
  }
  return steps;
}

static int weird(int n) {
  int r = 0;
  while (1) {
    switch (n % 5) {
    case 0:
      r += 1;
      n -= 1;
      continue;
    case 3:
      if (r > 10)
        goto out;
      r += 5;
    case 1:
      n -= 2;
      break;
    default:
      r += n & 1 ? 2 : 3;
      if (--n < 0)
        goto out;
    }
    if (n < -20)
      return -r;
  }
out:
  return r * 100 + n;
}

int main(void) {
  char tape[32] = {0};
  const char *hello = "++++++++[>+++++++++<-]>.---.+++++++..+++.>++++[>++++++++<-]>.>++++++++++.";
  printf("%d\n", interpret(hello, tape, 32));
  char other[8] = {0};
  printf("%d %d\n", interpret("+[>+<+]", other, 8), other[0]);
  for (int i = 0; i < 30; i += 3)
    printf("%d ", weird(i));
  printf("\n");
  return interpret("+++[-]", tape, 32);
}
// SPDX-License-Identifier: Apache-2.0
