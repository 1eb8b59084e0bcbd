/* SPDX-License-Identifier: Apache-2.0 */
/* Parses conditions token by token. */
#include "program/condition.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 40 };

static bool is_letter(char c) { return isalpha((unsigned char)c) || c == '_'; }

static bool is_digit(char c) { return isdigit((unsigned char)c); }

bool condition_is_name(const char *token, size_t length) { return length && is_letter(token[0]); }

const char *condition_next_token(const char *at, size_t *length) {
  static const char *const longer[] = {"&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "->"};
  while (isspace((unsigned char)*at))
    at++;
  if (!*at)
    return NULL;
  *length = 1;
  if (is_letter(*at) || is_digit(*at))
    while (is_letter(at[*length]) || is_digit(at[*length]))
      ++*length;
  for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
    if (!strncmp(at, longer[i], 2))
      *length = 2;
  return at;
}

/* Only the first mistake counts. */
__attribute__((format(printf, 2, 3))) static void note_mistake(struct condition_mistake *mistake,
                                                               const char *format, ...) {
  va_list list;
  if (*mistake->message)
    return;
  va_start(list, format);
  vsnprintf(mistake->message, sizeof mistake->message, format, list);
  va_end(list);
}

bool condition_check_number(const char *token, size_t length, struct condition_mistake *mistake) {
  char number[LONGEST_NUMBER], *end;
  size_t kept = length < sizeof number ? length : sizeof number - 1;
  memcpy(number, token, kept);
  number[kept] = '\0';
  errno = 0;
  strtoull(number, &end, 0);
  if (errno == ERANGE || kept < length)
    note_mistake(mistake, "the number %s is too large", number);
  else if (end[strspn(end, "uUlL")])
    note_mistake(mistake, "'%s' is no number", number);
  return !*mistake->message;
}

static bool is_token(const char *token, size_t length, const char *text) {
  return token && strlen(text) == length && !strncmp(token, text, length);
}

/* Only what has no effect: an assignment would change the program. */
static void check_token(const char *at, size_t length, struct condition_mistake *mistake) {
  if (length == 1 && *at == '=')
    note_mistake(mistake, "a condition compares with '==', '=' would assign");
  else if (length == 2 && *at == '-')
    note_mistake(mistake, "a condition does not follow pointers");
  else if (!is_letter(*at) && !is_digit(*at) && !strchr("()!~+-*/%<>&^|?:.[]=", *at))
    note_mistake(mistake, "'%c' cannot be part of a condition", *at);
  else if ((*at == '+' && at[1] == '+') || (*at == '-' && at[1] == '-'))
    note_mistake(mistake, "a condition changes nothing: '%.2s'", at);
  else if (is_digit(*at))
    condition_check_number(at, length, mistake);
}

/* The end of what was read of a condition. */
struct condition_end {
  bool is_value; /* else an operator, or nothing */
  const char *last;
  size_t length;
};

/* Values and operators take turns. */
static void check_turn(struct condition_end *end, const char *at, size_t length,
                       struct condition_mistake *mistake) {
  bool was_value = end->is_value;
  bool is_call =
      is_token(end->last, end->length, "held") || is_token(end->last, end->length, "locked");
  end->is_value = is_letter(*at) || is_digit(*at) || *at == ')' || *at == ']';
  if (*at == '(' && was_value && !is_call)
    note_mistake(mistake, "only held and locked can be called");
  else if (*at != '(' && is_call)
    note_mistake(mistake, "a mutex is missing: %.*s(&lock)", (int)end->length, end->last);
  else if ((*at == ')' || *at == ']') && !was_value)
    note_mistake(mistake, "a value is missing before '%c'", *at);
  else if ((is_letter(*at) || is_digit(*at)) && was_value)
    note_mistake(mistake, "an operator is missing before '%.*s'", (int)length, at);
  else if (*at == '*' && !was_value)
    note_mistake(mistake, "a condition does not follow pointers");
  else if (!end->is_value && *at != '(' && !was_value && (length > 1 || !strchr("!~+-&", *at)))
    note_mistake(mistake, "a value is missing before '%.*s'", (int)length, at);
  end->last = at;
  end->length = length;
}

static void check_end(const struct condition_end *end, int depth, int indices,
                      struct condition_mistake *mistake) {
  if (!end->last)
    note_mistake(mistake, "there is no condition after 'if'");
  else if (!end->is_value)
    note_mistake(mistake, "a value is missing at the end of the condition");
  else if (depth > 0)
    note_mistake(mistake, "a ')' is missing in the condition");
  else if (indices > 0)
    note_mistake(mistake, "a ']' is missing in the condition");
}

bool condition_check(const char *condition, struct condition_mistake *mistake) {
  struct condition_end end = {0};
  int depth = 0, indices = 0;
  size_t length = 0;
  for (const char *at = condition; (at = condition_next_token(at, &length)); at += length) {
    mistake->offset = (size_t)(at - condition);
    check_token(at, length, mistake);
    depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
    if (depth < 0)
      note_mistake(mistake, "a ')' too many in the condition");
    indices += *at == '[' ? 1 : *at == ']' ? -1 : 0;
    if (indices < 0)
      note_mistake(mistake, "a ']' too many in the condition");
    check_turn(&end, at, length, mistake);
    if (*mistake->message)
      return false;
  }
  mistake->offset = end.last ? (size_t)(end.last - condition) + end.length : 0;
  check_end(&end, depth, indices, mistake);
  return !*mistake->message;
}
