/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for as little as is needed, byte by byte. */
#include "orders/syntax.h"

#include "base/code_text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t syntax_word_end(const char *code, size_t at) {
  while (code_text_is_word(code[at]))
    at++;
  return at;
}

bool syntax_has_prefix(const char *code, struct source_span span, const char *prefix) {
  size_t length = strlen(prefix);
  return span.end - span.start >= length && strncmp(code + span.start, prefix, length) == 0;
}

static bool has_part(const char *code, struct source_span span, const char *part) {
  size_t length = strlen(part);
  for (size_t i = span.start; i + length <= span.end; i++)
    if (strncmp(code + i, part, length) == 0)
      return true;
  return false;
}

/* How many orders a function of this name takes; 0: it is no atomic function. */
static size_t count_orders(const char *code, struct source_span name) {
  static const char *const parts[] = {"_load",  "_store",        "_exchange",    "_fetch",
                                      "_clear", "_test_and_set", "_thread_fence"};
  if (!syntax_has_prefix(code, name, "atomic_") && !syntax_has_prefix(code, name, "__atomic_") &&
      !syntax_has_prefix(code, name, "__c11_atomic_"))
    return 0;
  if (has_part(code, name, "_compare_exchange"))
    return 2;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (has_part(code, name, parts[i]))
      return 1;
  return 0;
}

struct source_span syntax_trim(const char *code, struct source_span span) {
  while (span.start < span.end && isspace((unsigned char)code[span.start]))
    span.start++;
  while (span.end > span.start && isspace((unsigned char)code[span.end - 1]))
    span.end--;
  return span;
}

/* The arguments in the parentheses that open at `at`. */
static bool split_arguments(const char *code, size_t at, struct atomic_call *call) {
  size_t depth = 0, start = at + 1;
  call->count = 0;
  for (; code[at]; at++) {
    bool ends = (code[at] == ',' && depth == 1) || (code[at] == ')' && depth == 1);
    depth += code[at] == '(' || code[at] == '[' || code[at] == '{';
    if (code[at] == ';' && depth == 1)
      return false;
    if (ends && call->count == MOST_ARGUMENTS)
      return false;
    if (ends) {
      struct source_span argument = syntax_trim(code, (struct source_span){start, at});
      if (argument.start < argument.end)
        call->arguments[call->count++] = argument;
      start = at + 1;
    }
    if (code[at] == ')' || code[at] == ']' || code[at] == '}')
      depth--;
    if (depth == 0)
      break;
  }
  call->whole.end = at + 1;
  return code[at] == ')';
}

/* The function with an order that does the same as a function __sync_…; false: there is none. */
static bool find_modern(const char *code, struct atomic_call *call) {
  static const struct {
    const char *old, *modern, *more;
    size_t arguments;
  } rows[] = {{"__sync_lock_test_and_set", "__atomic_exchange_n", ", ", 2},
              {"__sync_lock_release", "__atomic_store_n", ", 0, ", 1},
              {"__sync_synchronize", "__atomic_thread_fence", "", 0}};
  static const char *const operations[] = {"add", "sub", "or", "and", "xor", "nand"};
  char name[sizeof call->modern];
  size_t length = call->name.end - call->name.start;
  if (length >= sizeof name)
    return false;
  memcpy(name, code + call->name.start, length);
  name[length] = '\0';
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(name, rows[i].old) == 0) {
      snprintf(call->modern, sizeof call->modern, "%s", rows[i].modern);
      call->more = rows[i].more;
      return call->count == rows[i].arguments;
    }
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    char before[sizeof name], after[sizeof name];
    snprintf(before, sizeof before, "__sync_fetch_and_%s", operations[i]);
    snprintf(after, sizeof after, "__sync_%s_and_fetch", operations[i]);
    bool is_before = strcmp(name, before) == 0;
    if (!is_before && strcmp(name, after) != 0)
      continue;
    snprintf(call->modern, sizeof call->modern,
             is_before ? "__atomic_fetch_%s" : "__atomic_%s_fetch", operations[i]);
    call->more = ", ";
    return call->count == 2;
  }
  return false;
}

bool syntax_find_call(const char *code, size_t at, struct atomic_call *call) {
  *call = (struct atomic_call){.name = {at, syntax_word_end(code, at)}};
  call->orders = count_orders(code, call->name);
  size_t open = call->name.end;
  while (isspace((unsigned char)code[open]))
    open++;
  call->whole.start = at;
  if (syntax_has_prefix(code, call->name, "__sync_")) {
    call->orders = 1;
    call->is_implicit = true;
    return code[open] == '(' && split_arguments(code, open, call) && find_modern(code, call);
  }
  if (!call->orders || code[open] != '(' || !split_arguments(code, open, call))
    return false;
  static const char explicitly[] = "_explicit";
  bool is_standard = syntax_has_prefix(code, call->name, "atomic_");
  size_t length = sizeof explicitly - 1, name = call->name.end - call->name.start;
  bool is_explicit =
      name > length && strncmp(code + call->name.end - length, explicitly, length) == 0;
  call->is_implicit =
      is_standard && !is_explicit && !has_part(code, call->name, "atomic_thread_fence");
  return call->is_implicit ? call->count > 0 : call->count >= call->orders;
}

size_t syntax_path_start(const char *code, size_t at) {
  for (;;) {
    size_t before = at;
    while (before && isspace((unsigned char)code[before - 1]))
      before--;
    if (before && code[before - 1] == '.')
      before--;
    else if (before > 1 && code[before - 1] == '>' && code[before - 2] == '-')
      before -= 2;
    else
      return at;
    while (before && code[before - 1] == ']') {
      size_t depth = 0;
      do {
        before--;
        depth += code[before] == ']';
        depth -= code[before] == '[';
      } while (before && depth);
    }
    size_t end = before;
    while (before && code_text_is_word(code[before - 1]))
      before--;
    if (before == end)
      return SIZE_MAX; /* a parenthesis or the like: not understood */
    at = before;
  }
}

static bool is_word(const char *code, struct source_span word, const char *const *words) {
  for (; *words; words++)
    if (word.end - word.start == strlen(*words) && syntax_has_prefix(code, word, *words))
      return true;
  return false;
}

size_t syntax_skip_space(const char *code, size_t at) {
  while (isspace((unsigned char)code[at]))
    at++;
  return at;
}

size_t syntax_skip_parentheses(const char *code, size_t at) {
  size_t depth = 0, end = at;
  do {
    depth += code[end] == '(';
    depth -= code[end] == ')';
  } while (code[end] && code[end++] && depth);
  return depth ? at : end;
}

/* Skips labels, conditions and the like at the start of a statement: what is left is a statement,
 * too. */
static size_t skip_heads(const char *code, size_t at, size_t end) {
  static const char *const conditions[] = {"if", "while", "for", "switch", NULL};
  static const char *const words[] = {"else", "do", NULL};
  for (;;) {
    at = syntax_skip_space(code, at);
    struct source_span word = {at, syntax_word_end(code, at)};
    size_t next = syntax_skip_space(code, word.end);
    if (is_word(code, word, conditions) && code[next] == '(')
      next = syntax_skip_parentheses(code, next);
    else if (is_word(code, word, words))
      next = word.end;
    else if (word.start < word.end && code[next] == ':' && code[next + 1] != ':')
      next++;
    else
      return at;
    if (next <= at || next > end)
      return at;
    at = next;
  }
}

bool syntax_find_statement(const char *code, size_t at, struct source_span *statement) {
  static const char *const keywords[] = {"if",     "while",  "for",      "do",      "switch",
                                         "else",   "case",   "goto",     "default", "break",
                                         "return", "sizeof", "continue", NULL};
  size_t start = at, end = at, depth = 0;
  while (start && (depth || !strchr(";{}", code[start - 1]))) {
    depth += code[start - 1] == ')';
    if (code[start - 1] == '(' && !depth--)
      return false; /* inside of something */
    start--;
  }
  for (depth = 0; code[end] && (code[end] != ';' || depth); end++) {
    depth += code[end] == '(';
    if (code[end] == ')' && !depth--)
      return false;
    if (strchr("{}", code[end]))
      return false;
  }
  start = skip_heads(code, start, at);
  struct source_span word = {start, syntax_word_end(code, start)};
  if (is_word(code, word, keywords))
    return false;
  *statement = (struct source_span){start, end};
  return code[end] == ';' && start < end;
}

bool syntax_is_simple(const char *code, struct source_span span) {
  for (size_t i = span.start; i < span.end; i++)
    if (!code_text_is_word(code[i]) && !strchr("->.[]*", code[i]))
      return false;
  return span.start < span.end;
}

bool syntax_is_in_block(const char *code, size_t start) {
  while (start && isspace((unsigned char)code[start - 1]))
    start--;
  return !start || strchr(";{}", code[start - 1]);
}

bool syntax_is_first(const char *code, struct source_span statement, size_t at) {
  bool is_assignment = false;
  for (size_t i = statement.start; i < at; i++) {
    bool assigns = code[i] == '=' && !is_assignment;
    is_assignment |= assigns;
    if (!assigns && !code_text_is_word(code[i]) && !isspace((unsigned char)code[i]) &&
        !strchr("->.[]*", code[i]))
      return false;
  }
  return true;
}
