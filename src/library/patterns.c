/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns. fnmatch is exact. Of regular expressions only their use is modelled: compiling one succeeds
 * or fails, and it matches any part of a text, or none. glob finds up to four names that its pattern
 * stands for. */
#define _GNU_SOURCE
#include "errors.h"
#include "heddle.h"
#include "text.h"

#include <ctype.h>
#include <fnmatch.h>
#include <glob.h>
#include <regex.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Regular expressions */

enum { MOST_GROUPS = 9 };

int regcomp(regex_t *to, const char *pattern, int flags) {
  __heddle_suppose("a regular expression is refused, or matches any part of a text or none");
  __library_read_text(pattern);
  if (__heddle_nondet_bool())
    return (int)(__heddle_nondet_u8() % REG_ERPAREN) + 1;
  __heddle_fill(to, 0, sizeof *to);
  to->re_nsub = __heddle_nondet_u8() % (MOST_GROUPS + 1);
  to->no_sub = (flags & REG_NOSUB) != 0;
  to->buffer = malloc(1);
  return to->buffer != NULL ? 0 : REG_ESPACE;
}

void regfree(regex_t *expression) {
  free(expression->buffer);
  expression->buffer = NULL;
}

static void check_compiled(const regex_t *expression) {
  if (expression->buffer == NULL)
    __heddle_error("memory", "use of a regular expression that was not compiled");
  else
    (void)*(volatile const char *)expression->buffer;
}

int regexec(const regex_t *expression, const char *text, size_t count,
            regmatch_t matches[restrict count], int flags) {
  check_compiled(expression);
  size_t first = 0, end;
  if (flags & REG_STARTEND) {
    first = (size_t)matches[0].rm_so;
    end = (size_t)matches[0].rm_eo;
  } else {
    end = __library_string_length(text);
  }
  if (__heddle_nondet_bool())
    return REG_NOMATCH;
  if (expression->no_sub)
    return 0;
  for (size_t i = 0; i < count; i++) {
    if (i > expression->re_nsub || (i > 0 && __heddle_nondet_bool())) {
      matches[i] = (regmatch_t){-1, -1};
      continue;
    }
    size_t from = first + __heddle_nondet_u32() % (end - first + 1);
    matches[i].rm_so = (regoff_t)from;
    matches[i].rm_eo = (regoff_t)(from + __heddle_nondet_u32() % (end - from + 1));
  }
  return 0;
}

size_t regerror(int code, const regex_t *expression, char *to, size_t size) {
  static const char text[] = "error in a regular expression";
  (void)code, (void)expression;
  size_t length = sizeof text < size ? sizeof text : size;
  if (length > 0) {
    __heddle_copy(to, text, length);
    to[length - 1] = '\0';
  }
  return sizeof text;
}

/* Names of files */

static int lower(int c, int flags) { return flags & FNM_CASEFOLD ? tolower(c) : c; }

/* A bracket expression that begins after `[`; where it ends, or NULL if it does not. */
static const char *match_bracket(const char *pattern, int c, int flags, int *matches) {
  int is_negated = *pattern == '!' || *pattern == '^', found = 0, is_first = 1;
  if (is_negated)
    pattern++;
  for (; *pattern != ']' || is_first; is_first = 0) {
    if (*pattern == '\0' || (*pattern == '[' && (pattern[1] == ':' || pattern[1] == '=' || pattern[1] == '.'))) {
      if (*pattern != '\0')
        __heddle_unsupported("a class of characters in a pattern of fnmatch");
      return NULL;
    }
    if (*pattern == '\\' && (flags & FNM_NOESCAPE) == 0 && pattern[1] != '\0')
      pattern++;
    unsigned char low = (unsigned char)*pattern++, high = low;
    if (*pattern == '-' && pattern[1] != ']' && pattern[1] != '\0') {
      pattern++;
      if (*pattern == '\\' && (flags & FNM_NOESCAPE) == 0 && pattern[1] != '\0')
        pattern++;
      high = (unsigned char)*pattern++;
    }
    found |= lower(low, flags) <= lower(c, flags) && lower(c, flags) <= lower(high, flags);
  }
  *matches = found != is_negated;
  return pattern + 1;
}

/* May `*`, `?` and brackets not match what the text has here? */
static int is_protected(const char *text, const char *start, int flags) {
  if (*text == '/' && (flags & FNM_PATHNAME))
    return 1;
  return *text == '.' && (flags & FNM_PERIOD) &&
         (text == start || ((flags & FNM_PATHNAME) && text[-1] == '/'));
}

static int matches_from(const char *pattern, const char *text, const char *start, int flags) {
  for (; *pattern != '\0'; text++) {
    if (*pattern == '*') {
      while (*pattern == '*')
        pattern++;
      for (int is_first = 1;; is_first = 0, text++) {
        if (is_first && *text == '.' && is_protected(text, start, flags))
          return 0;
        if (matches_from(pattern, text, start, flags))
          return 1;
        if (*text == '\0' || (*text == '/' && (flags & FNM_PATHNAME)))
          return 0;
      }
    }
    const char *end;
    int c = (unsigned char)*text, is_matched = 0;
    if (c == '\0')
      return 0;
    if (*pattern == '?') {
      is_matched = !is_protected(text, start, flags);
      pattern++;
    } else if (*pattern == '[' && (end = match_bracket(pattern + 1, c, flags, &is_matched)) != NULL) {
      is_matched &= !is_protected(text, start, flags);
      pattern = end;
    } else {
      if (*pattern == '\\' && (flags & FNM_NOESCAPE) == 0 && pattern[1] != '\0')
        pattern++;
      is_matched = lower((unsigned char)*pattern, flags) == lower(c, flags);
      pattern++;
    }
    if (!is_matched)
      return 0;
  }
  return *text == '\0' || ((flags & FNM_LEADING_DIR) && *text == '/');
}

int fnmatch(const char *pattern, const char *text, int flags) {
  if (flags & FNM_EXTMATCH)
    __heddle_unsupported("fnmatch with FNM_EXTMATCH");
  return matches_from(pattern, text, text, flags) ? 0 : FNM_NOMATCH;
}

/* Paths that match a pattern */

enum { MOST_PATHS = 4, MOST_LETTERS = 3 };

static char any_letter(void) { return (char)('a' + __heddle_nondet_u8() % 26); }

/* Writes letters for a `*`, which stands for no name that begins with a period. */
static char *put_letters(char *to, int is_at_start) {
  unsigned count = __heddle_nondet_u8() % (MOST_LETTERS + 1);
  __heddle_assume(count > 0 || !is_at_start);
  for (unsigned i = 0; i < count; i++)
    *to++ = any_letter();
  return to;
}

static int is_wildcard(char c) { return c == '*' || c == '?' || c == '['; }

/* A name that the pattern stands for: wildcards become letters. NULL: there is no memory. */
static char *name_for(const char *pattern, int flags) {
  char *name = malloc(MOST_LETTERS * strlen(pattern) + 1), *to = name;
  while (name != NULL && *pattern != '\0') {
    const char *end = NULL;
    int matches = 0;
    unsigned char c = *pattern == '[' ? __heddle_nondet_u8() : 0;
    if (*pattern == '*') {
      to = put_letters(to, to == name || to[-1] == '/');
      pattern++;
    } else if (*pattern == '?') {
      *to++ = any_letter();
      pattern++;
    } else if (*pattern == '[' && (end = match_bracket(pattern + 1, c, 0, &matches)) != NULL) {
      __heddle_assume(matches && c != '\0' && c != '/');
      *to++ = (char)c;
      pattern = end;
    } else {
      if (*pattern == '\\' && (flags & GLOB_NOESCAPE) == 0 && pattern[1] != '\0')
        pattern++;
      *to++ = *pattern++;
    }
  }
  if (name != NULL)
    *to = '\0';
  return name;
}

/* Without a wildcard there is at most one such name. */
static size_t any_number_of_paths(const char *pattern) {
  for (; *pattern != '\0'; pattern++)
    if (is_wildcard(*pattern))
      return __heddle_nondet_u8() % (MOST_PATHS + 1);
  return __heddle_nondet_bool();
}

static void check_flags(const char *pattern, int flags) {
  if (flags & (GLOB_APPEND | GLOB_ALTDIRFUNC))
    __heddle_unsupported("glob with GLOB_APPEND or GLOB_ALTDIRFUNC");
  if ((flags & GLOB_BRACE && strchr(pattern, '{') != NULL) ||
      (flags & (GLOB_TILDE | GLOB_TILDE_CHECK) && *pattern == '~'))
    __heddle_unsupported("glob with braces or a tilde");
}

int glob(const char *pattern, int flags, int (*report)(const char *path, int error), glob_t *to) {
  (void)report;
  __library_read_text(pattern);
  check_flags(pattern, flags);
  size_t offset = flags & GLOB_DOOFFS ? to->gl_offs : 0, count = any_number_of_paths(pattern);
  to->gl_pathc = 0;
  to->gl_pathv = NULL;
  to->gl_flags = flags;
  if (count == 0 && (flags & (GLOB_NOCHECK | GLOB_NOMAGIC)) == 0)
    return __heddle_nondet_bool() ? GLOB_NOMATCH : GLOB_ABORTED;
  int is_pattern = count == 0;
  count = is_pattern ? 1 : count;
  to->gl_pathv = calloc(offset + count + 1, sizeof(char *));
  if (to->gl_pathv == NULL)
    return GLOB_NOSPACE;
  for (; to->gl_pathc < count; to->gl_pathc++) {
    char *name = is_pattern ? strdup(pattern) : name_for(pattern, flags);
    if (name == NULL) {
      globfree(to);
      return GLOB_NOSPACE;
    }
    to->gl_pathv[offset + to->gl_pathc] = name;
  }
  return 0;
}

void globfree(glob_t *from) {
  size_t offset = from->gl_flags & GLOB_DOOFFS ? from->gl_offs : 0;
  if (from->gl_pathv != NULL)
    for (size_t i = 0; i < from->gl_pathc; i++)
      free(from->gl_pathv[offset + i]);
  free(from->gl_pathv);
  from->gl_pathv = NULL;
  from->gl_pathc = 0;
}
