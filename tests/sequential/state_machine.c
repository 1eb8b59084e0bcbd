/* A tokenizer and a calculator by recursive descent. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *input;
static int error;

static long expression(void);

static void skip(void) {
  while (isspace((unsigned char)*input))
    input++;
}

static long primary(void) {
  skip();
  if (*input == '(') {
    input++;
    long value = expression();
    skip();
    if (*input == ')')
      input++;
    else
      error = 1;
    return value;
  }
  if (*input == '-') {
    input++;
    return -primary();
  }
  if (!isdigit((unsigned char)*input)) {
    error = 2;
    return 0;
  }
  char *end;
  long value = strtol(input, &end, 0);
  input = end;
  return value;
}

static long term(void) {
  long value = primary();
  for (;;) {
    skip();
    char op = *input;
    if (op != '*' && op != '/' && op != '%')
      return value;
    input++;
    long right = primary();
    if (op == '*')
      value *= right;
    else if (right == 0)
      error = 3;
    else
      value = op == '/' ? value / right : value % right;
  }
}

static long expression(void) {
  long value = term();
  for (;;) {
    skip();
    char op = *input;
    if (op != '+' && op != '-')
      return value;
    input++;
    long right = term();
    value = op == '+' ? value + right : value - right;
  }
}

int main(void) {
  static const char *const tests[] = {"1 + 2 * 3", "(1+2)*3", "-(4 - 10) / 2", "0x10 + 010",
                                      "7 % 4 * 2 - 1", "2 * (3 + (4 - 1)) *", "1 / 0", "((2)",
                                      "100 - 1 - 2 - 3"};
  int errors = 0;
  for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
    input = tests[i];
    error = 0;
    long value = expression();
    if (error)
      printf("%s: error %d\n", tests[i], error);
    else
      printf("%s = %ld\n", tests[i], value);
    errors += error != 0;
  }
  return errors;
}
// SPDX-License-Identifier: Apache-2.0
