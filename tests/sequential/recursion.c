/* Deep and mutual recursion. */
#include <stdio.h>

static int calls;
static unsigned ackermann(unsigned m, unsigned n) {
  calls++;
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static int moves;
static void hanoi(int n, char from, char to, char over) {
  if (n == 0)
    return;
  hanoi(n - 1, from, over, to);
  moves++;
  if (n == 4)
    printf("%c->%c\n", from, to);
  hanoi(n - 1, over, to, from);
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static long long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }

static void permute(char *text, int start, int *count) {
  if (text[start] == '\0') {
    ++*count;
    if (*count % 7 == 0)
      printf("%s ", text);
    return;
  }
  for (int i = start; text[i]; i++) {
    char t = text[start];
    text[start] = text[i];
    text[i] = t;
    permute(text, start + 1, count);
    t = text[start];
    text[start] = text[i];
    text[i] = t;
  }
}

int main(void) {
  unsigned a = ackermann(2, 5);
  printf("%u %d\n", a, calls);
  hanoi(6, 'a', 'b', 'c');
  printf("%d\n", moves);
  printf("%d %d %lld %d %d\n", is_even(100), is_odd(33), fibonacci(15), gcd(1071, 462), depth(900));
  char text[] = "abcd";
  int count = 0;
  permute(text, 0, &count);
  printf("%d %s\n", count, text);
  return gcd(84, 126);
}
// SPDX-License-Identifier: Apache-2.0
