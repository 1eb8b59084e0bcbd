/* SPDX-License-Identifier: Apache-2.0 */
/* Reads clang's warnings about calls without a declaration. The condition of an assertion is
 * declared as a _Bool: any number or pointer becomes one by being compared with 0. */
#include "frontend/undeclared.h"

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

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

void undeclared_find(const char *diagnostics, struct text *declarations, struct text *names) {
  static const char *const phrases[] = {"call to undeclared function '",
                                        "implicit declaration of function '"};
  for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
    for (const char *at = diagnostics; (at = strstr(at, phrases[i]));) {
      at += strlen(phrases[i]);
      size_t length = strcspn(at, "'\n");
      struct declaration found;
      if (!find_declaration(at, length, &found) || is_listed(names, at, length))
        continue;
      text_format(declarations, "%s %.*s(%s); ", found.result, (int)length, at, found.parameters);
      text_format(names, "%s%.*s", names->length ? ", " : "", (int)length, at);
    }
}
