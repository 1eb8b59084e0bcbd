/* Splitting strings in place. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int evaluate(char *expression) {
  int stack[10], top = 0;
  char *rest;
  for (char *t = strtok_r(expression, " ", &rest); t; t = strtok_r(NULL, " ", &rest)) {
    if (strchr("+-*", *t) && t[1] == '\0') {
      int b = stack[--top], a = stack[--top];
      stack[top++] = *t == '+' ? a + b : *t == '-' ? a - b : a * b;
    } else {
      stack[top++] = atoi(t);
    }
  }
  return stack[0];
}

int main(void) {
  char a[] = ",,one,,two;three,";
  int n = 0;
  for (char *t = strtok(a, ",;"); t != NULL; t = strtok(NULL, ",;"))
    printf("%d [%s]\n", n++, t);
  char b[] = "a:b::c";
  char *at = b, *field;
  while ((field = strsep(&at, ":")) != NULL)
    printf("<%s>", field);
  printf("\n");
  char lines[] = "x=1;y=22;z=333";
  char *outer, *inner;
  for (char *line = strtok_r(lines, ";", &outer); line; line = strtok_r(NULL, ";", &outer)) {
    char *key = strtok_r(line, "=", &inner);
    char *value = strtok_r(NULL, "=", &inner);
    printf("%s -> %s\n", key, value);
  }
  char e[] = "3 4 + 2 * -7 -";
  printf("%d\n", evaluate(e));
  char empty[] = "   ";
  printf("%d\n", strtok(empty, " ") == NULL);
  char *copy = strdup("duplicate"), *part = strndup(copy, 4);
  printf("%s %s\n", copy, part);
  int length = (int)strlen(part);
  free(copy);
  free(part);
  return length;
}
// SPDX-License-Identifier: Apache-2.0
