/* Classes of characters, as macros and as functions. */
#include <ctype.h>
#include <stdio.h>

static int classes(int c) {
  return !!isalnum(c) | !!isalpha(c) << 1 | !!isblank(c) << 2 | !!iscntrl(c) << 3 |
         !!isdigit(c) << 4 | !!isgraph(c) << 5 | !!islower(c) << 6 | !!isprint(c) << 7 |
         !!ispunct(c) << 8 | !!isspace(c) << 9 | !!isupper(c) << 10 | !!isxdigit(c) << 11;
}

int main(void) {
  for (int c = -1; c < 256; c++) {
    printf("%03x/%d/%d ", classes(c), tolower(c), toupper(c));
    if (c % 16 == 15)
      printf("\n");
  }
  int (*test)(int) = isalpha, (*map)(int) = toupper;
  int letters = 0;
  char text[] = "Hello, World 42!";
  for (char *p = text; *p; p++) {
    if (test((unsigned char)*p))
      letters++;
    *p = (char)map((unsigned char)*p);
  }
  printf("%d %s\n", letters, text);
  int (*functions[])(int) = {isdigit, isspace, ispunct, isxdigit};
  for (int i = 0; i < 4; i++) {
    int count = 0;
    for (char *p = text; *p; p++)
      count += functions[i]((unsigned char)*p) != 0;
    printf("%d ", count);
  }
  printf("\n");
  return letters;
}
// SPDX-License-Identifier: Apache-2.0
