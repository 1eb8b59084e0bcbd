/* SPDX-License-Identifier: Apache-2.0 */
/* Strings: searching and splitting. */
#include "text.h"

#include <stddef.h>

static char *find(const char *text, char wanted) {
  for (;; text++) {
    if (*text == wanted)
      return (char *)text;
    if (*text == '\0')
      return NULL;
  }
}

static char *find_last(const char *text, char wanted) {
  const char *last = NULL;
  for (;; text++) {
    if (*text == wanted)
      last = text;
    if (*text == '\0')
      return (char *)last;
  }
}

char *strchr(const char *text, int wanted) { return find(text, (char)wanted); }

char *index(const char *text, int wanted) { return find(text, (char)wanted); }

char *strrchr(const char *text, int wanted) { return find_last(text, (char)wanted); }

char *rindex(const char *text, int wanted) { return find_last(text, (char)wanted); }

char *strchrnul(const char *text, int wanted) {
  while (*text != (char)wanted && *text != '\0')
    text++;
  return (char *)text;
}

static int lower(char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

static int starts_with(const char *text, const char *start, int ignore_case) {
  for (; *start != '\0'; text++, start++)
    if (ignore_case ? lower(*text) != lower(*start) : *text != *start)
      return 0;
  return 1;
}

static char *find_string(const char *text, const char *wanted, int ignore_case) {
  for (;; text++) {
    if (starts_with(text, wanted, ignore_case))
      return (char *)text;
    if (*text == '\0')
      return NULL;
  }
}

char *strstr(const char *text, const char *wanted) { return find_string(text, wanted, 0); }

char *strcasestr(const char *text, const char *wanted) { return find_string(text, wanted, 1); }

/* The length of the start of `text` made of bytes that are (or are not) in `set`, which is read also
 * if the text is empty. */
static size_t span(const char *text, const char *set, int in_set) {
  size_t length = 0;
  while ((find(set, text[length]) != NULL) == in_set && text[length] != '\0')
    length++;
  return length;
}

size_t strspn(const char *text, const char *set) { return span(text, set, 1); }

size_t strcspn(const char *text, const char *set) { return span(text, set, 0); }

char *strpbrk(const char *text, const char *set) {
  text += span(text, set, 0);
  return *text == '\0' ? NULL : (char *)text;
}

static char *next_token(char *text, const char *separators, char **rest) {
  if (text == NULL)
    text = *rest;
  text += span(text, separators, 1);
  if (*text == '\0') {
    *rest = text;
    return NULL;
  }
  char *end = text + span(text, separators, 0);
  *rest = end;
  if (*end != '\0') {
    *end = '\0';
    *rest = end + 1;
  }
  return text;
}

char *strtok_r(char *text, const char *separators, char **rest) {
  return next_token(text, separators, rest);
}

char *__strtok_r(char *text, const char *separators, char **rest) {
  return next_token(text, separators, rest);
}

/* One variable for all threads, so that two threads in strtok race. */
char *strtok(char *text, const char *separators) {
  static char *rest;
  return next_token(text, separators, &rest);
}

char *strsep(char **text, const char *separators) {
  char *start = *text;
  if (start == NULL)
    return NULL;
  char *end = start + span(start, separators, 0);
  *text = *end == '\0' ? NULL : end + 1;
  *end = '\0';
  return start;
}

static const char *after_last_slash(const char *path) {
  const char *slash = find_last(path, '/');
  return slash == NULL ? path : slash + 1;
}

/* The GNU variant, which <string.h> declares; the one of <libgen.h> has another symbol. */
char *basename(const char *path) { return (char *)after_last_slash(path); }

/* Without the slashes at its end, but for one that is the whole path. */
static size_t without_slashes(const char *path, size_t length) {
  while (length > 1 && path[length - 1] == '/')
    length--;
  return length;
}

/* The ones of <libgen.h>: they may write into the path, and what they return may be a constant. */
char *__xpg_basename(char *path);
char *__xpg_basename(char *path) {
  size_t length = path == NULL ? 0 : __library_string_length(path), end = without_slashes(path, length);
  if (length == 0)
    return (char *)".";
  if (end < length)
    path[end] = '\0';
  return end == 1 ? path : (char *)after_last_slash(path);
}

char *dirname(char *path);
char *dirname(char *path) {
  size_t length = path == NULL ? 0 : without_slashes(path, __library_string_length(path));
  while (length > 0 && path[length - 1] != '/')
    length--;
  if (length == 0)
    return (char *)".";
  length = without_slashes(path, length);
  if (length == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/')
    length = 2; /* two slashes at the start may have a meaning of their own */
  path[length] = '\0';
  return path;
}
