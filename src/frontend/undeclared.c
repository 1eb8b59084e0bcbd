/* SPDX-License-Identifier: Apache-2.0 */
/* Reads clang's warnings about calls of undeclared functions, and guesses from the text of a file
 * what they will be. The condition of an assertion is declared as a _Bool, so that a number or
 * pointer is compared with 0.
 *
 * A guess may be wrong: the preprocessor may produce a declaration, or a declaration may look like
 * a call. Therefore the result of a guessed function has qualifiers. They mean nothing for a call,
 * but clang rejects every other declaration of the function without them. The function is also
 * deprecated, so that clang reports its uses. */
#include "frontend/undeclared.h"

#include "base/code_text.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* What clang repeats when it warns about a function that was declared by a guess. */
#define GUESSED "declared by a guess"

struct declaration {
  const char *name, *result, *parameters;
};

static const struct declaration known[] = {
    {"assert", "void", "_Bool"},
    {"reach_error", "void", "void"},
    {"assume_abort_if_not", "void", "_Bool"},
    {"__VERIFIER_error", "void", "void"},
    {"__VERIFIER_assert", "void", "_Bool, ..."},
    {"__VERIFIER_assume", "void", "_Bool"},
    {"__VERIFIER_atomic_begin", "void", "void"},
    {"__VERIFIER_atomic_end", "void", "void"},
    {"__VERIFIER_yield", "void", "void"},
    {"__VERIFIER_nondet_memory", "void", "void *, __SIZE_TYPE__"},
    {"__CPROVER_assert", "void", "_Bool, ..."},
    {"__CPROVER_assume", "void", "_Bool"},
    {"__CPROVER_atomic_begin", "void", "void"},
    {"__CPROVER_atomic_end", "void", "void"},
    {"__CPROVER_yield", "void", "void"},
    {"__ESBMC_assert", "void", "_Bool, ..."},
    {"__ESBMC_assume", "void", "_Bool"},
    {"__ESBMC_atomic_begin", "void", "void"},
    {"__ESBMC_atomic_end", "void", "void"},
    {"__ESBMC_yield", "void", "void"},
};

/* What __VERIFIER_nondet_NAME returns, as in src/library/verifier.c. */
static const struct {
  const char *name, *type;
} inputs[] = {
    {"bool", "_Bool"},
    {"char", "char"},
    {"schar", "signed char"},
    {"uchar", "unsigned char"},
    {"unsigned_char", "unsigned char"},
    {"short", "short"},
    {"ushort", "unsigned short"},
    {"unsigned_short", "unsigned short"},
    {"int", "int"},
    {"uint", "unsigned"},
    {"unsigned", "unsigned"},
    {"unsigned_int", "unsigned"},
    {"long", "long"},
    {"ulong", "unsigned long"},
    {"unsigned_long", "unsigned long"},
    {"longlong", "long long"},
    {"ulonglong", "unsigned long long"},
    {"size_t", "__SIZE_TYPE__"},
    {"ssize_t", "long"},
    {"ptrdiff_t", "long"},
    {"intptr_t", "long"},
    {"uintptr_t", "unsigned long"},
    {"off_t", "long"},
    {"loff_t", "long long"},
    {"sector_t", "unsigned long"},
    {"float", "float"},
    {"double", "double"},
    {"pointer", "void *"},
    {"pchar", "char *"},
    {"charp", "char *"},
    {"int8_t", "signed char"},
    {"uint8_t", "unsigned char"},
    {"int16_t", "short"},
    {"uint16_t", "unsigned short"},
    {"int32_t", "int"},
    {"uint32_t", "unsigned"},
    {"int64_t", "long long"},
    {"uint64_t", "unsigned long long"},
    {"s8", "signed char"},
    {"u8", "unsigned char"},
    {"s16", "short"},
    {"u16", "unsigned short"},
    {"s32", "int"},
    {"u32", "unsigned"},
    {"s64", "long long"},
    {"u64", "unsigned long long"},
    {"S8", "signed char"},
    {"U8", "unsigned char"},
    {"S16", "short"},
    {"U16", "unsigned short"},
    {"S32", "int"},
    {"U32", "unsigned"},
    {"S64", "long long"},
    {"U64", "unsigned long long"},
};

static bool is_text(const char *text, size_t length, const char *wanted) {
  return strlen(wanted) == length && !memcmp(text, wanted, length);
}

static bool find_declaration(const char *name, size_t length, struct declaration *found) {
  static const char prefix[] = "__VERIFIER_nondet_";
  size_t skipped = sizeof prefix - 1;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (is_text(name, length, known[i].name)) {
      *found = known[i];
      return true;
    }
  if (length <= skipped || memcmp(name, prefix, skipped) != 0)
    return false;
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
    if (is_text(name + skipped, length - skipped, inputs[i].name)) {
      *found = (struct declaration){NULL, inputs[i].type, "void"};
      return true;
    }
  return false;
}

/* Is the name in the list already? */
static bool is_listed(const struct text *names, const char *name, size_t length) {
  for (const char *at = text_get(names); *at; at += strcspn(at, ","), at += *at == ',') {
    at += strspn(at, " ");
    if (strcspn(at, ",") == length && !memcmp(at, name, length))
      return true;
  }
  return false;
}

/* A word of a source text. */
struct source_word {
  const char *text;
  size_t length;
};

struct source_words {
  VECTOR(struct source_word) list;
};

static bool has_word(const struct source_words *words, struct source_word word) {
  for (size_t i = 0; i < words->list.count; i++)
    if (words->list.items[i].length == word.length &&
        !memcmp(words->list.items[i].text, word.text, word.length))
      return true;
  return false;
}

/* Can the word stand before a call? Any other word makes a declaration of what looks like one. */
static bool precedes_call(struct source_word word) {
  static const char *const keywords[] = {"return", "else", "do", "case", "sizeof"};
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (is_text(word.text, word.length, keywords[i]))
      return true;
  return word.length == 0;
}

/* The well-known functions that `code` (code_text.h) calls inside of functions, each once, and
 * those that it declares. */
static void collect_calls(const char *code, struct source_words *called,
                          struct source_words *declared) {
  size_t depth = 0;
  struct source_word before = {0}; /* directly before this place; length 0: no word */
  struct declaration found;
  while (*code) {
    struct source_word word = {code, 0};
    while (code_text_is_word(code[word.length]) || code[word.length] == '$')
      word.length++;
    code += word.length ? word.length : 1;
    if (!word.length) {
      depth += *word.text == '{';
      depth -= *word.text == '}' && depth > 0;
      if (!isspace((unsigned char)*word.text))
        before.length = 0;
      continue;
    }
    if (find_declaration(word.text, word.length, &found)) {
      bool is_call = depth && precedes_call(before) && code[strspn(code, " \t\r\n")] == '(';
      struct source_words *words = is_call ? called : declared;
      if (!has_word(words, word))
        vector_push(&words->list, word);
    }
    before = word;
  }
}

void undeclared_guess(const char *source, struct text *declarations) {
  if (code_text_has_directive(source, "include") || code_text_has_directive(source, "import") ||
      code_text_has_directive(source, "pragma"))
    return;
  struct source_words called = {0}, declared = {0};
  char *code = code_text_mask(source);
  collect_calls(code, &called, &declared);
  for (size_t i = 0; i < called.list.count; i++) {
    struct source_word word = called.list.items[i];
    struct declaration found;
    if (!has_word(&declared, word) && find_declaration(word.text, word.length, &found))
      text_format(declarations,
                  "%s const volatile %.*s(%s) __attribute__((deprecated(\"" GUESSED "\"))); ",
                  found.result, (int)word.length, word.text, found.parameters);
  }
  memory_release(code);
  vector_release(&called.list);
  vector_release(&declared.list);
}

bool undeclared_find(const char *diagnostics, struct text *declarations, struct text *names) {
  static const struct {
    const char *before, *after; /* the name of the function */
    bool is_missing;
  } phrases[] = {{"call to undeclared function '", "'", true},
                 {"implicit declaration of function '", "'", true},
                 {"warning: '", "' is deprecated: " GUESSED, false}};
  bool is_missing = false;
  for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
    for (const char *at = diagnostics; (at = strstr(at, phrases[i].before));) {
      at += strlen(phrases[i].before);
      size_t length = strcspn(at, "'\n");
      struct declaration found;
      if (!find_declaration(at, length, &found) || is_listed(names, at, length) ||
          strncmp(at + length, phrases[i].after, strlen(phrases[i].after)) != 0)
        continue;
      is_missing |= phrases[i].is_missing;
      text_format(declarations, "%s %.*s(%s); ", found.result, (int)length, at, found.parameters);
      text_format(names, "%s%.*s", names->length ? ", " : "", (int)length, at);
    }
  return is_missing;
}
