// expect: TRUE
/* Without effect on what is checked. */
#include <assert.h>
#include <stdio.h>
int main(void) {
  printf("%d %s\n", 1, "x");
  fprintf(stderr, "%d\n", 2);
  puts("line");
  putchar('c');
  fputs("text", stdout);
  fputc('d', stdout);
  putc('e', stdout);
  fwrite("abc", 1, 3, stdout);
  fflush(stdout);
  perror("message");
  assert(fileno(stdout) == 1);
}
// SPDX-License-Identifier: Apache-2.0
