/* SPDX-License-Identifier: Apache-2.0 */
/* Parses as little C as needed: calls of atomic functions with their arguments, paths of names, and
 * where statements begin and end. `code` is a text without comments, literals and directives
 * (base/code_text.h); places are offsets in it. */
#ifndef ORDERS_SYNTAX_H
#define ORDERS_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_ARGUMENTS = 8 };

struct source_span {
  size_t start, end;
};

/* A call of an atomic function. */
struct atomic_call {
  struct source_span name, whole;
  struct source_span arguments[MOST_ARGUMENTS];
  size_t count, orders;
  bool is_implicit; /* it has no arguments for orders: seq_cst */
  char modern[40]; /* of a function __sync_…: the one of __atomic_… that does the same; else "" */
  const char *more; /* … and what comes between its arguments and the order */
};

size_t syntax_word_end(const char *code, size_t at);
/* The place after the parentheses that open at `at`, or `at`. */
size_t syntax_skip_parentheses(const char *code, size_t at);
size_t syntax_skip_space(const char *code, size_t at);
bool syntax_has_prefix(const char *code, struct source_span span, const char *prefix);
struct source_span syntax_trim(const char *code, struct source_span span);
/* Is there a call of an atomic function at `at`? */
bool syntax_find_call(const char *code, size_t at, struct atomic_call *call);
/* Where the path of names begins that ends with the one at `at`: "queue->head", "slots[i].state".
 * SIZE_MAX: it is not understood. */
size_t syntax_path_start(const char *code, size_t at);
/* The statement around an access, if it is one expression or a declaration. */
bool syntax_find_statement(const char *code, size_t at, struct source_span *statement);
/* Does nothing but an assignment of the result surround what begins here? Otherwise the statement
 * may have accesses that come earlier. */
bool syntax_is_first(const char *code, struct source_span statement, size_t at);
/* Is a statement that begins here one of a block, not the body of an if or a loop? */
bool syntax_is_in_block(const char *code, size_t start);
/* Is it a name with members and indices, perhaps after stars? */
bool syntax_is_simple(const char *code, struct source_span span);

#endif
