/* SPDX-License-Identifier: Apache-2.0 */
/* Strings of wide characters, as string.c has them for bytes. Classes and cases of characters are those of
 * the locale "C". */
#include "heddle.h"
#include "reused.h"

#include <stddef.h>
#include <wchar.h>
#include <wctype.h>

#pragma clang diagnostic ignored "-Wincompatible-library-redeclaration"

size_t wcslen(const wchar_t *text) {
  size_t length = 0;
  while (text[length] != 0)
    length++;
  return length;
}

size_t wcsnlen(const wchar_t *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0)
    length++;
  return length;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
  for (size_t i = 0; i < count; i++)
    to[i] = from[i];
  return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
  if ((heddle_word)to <= (heddle_word)from)
    return wmemcpy(to, from, count);
  while (count-- > 0)
    to[count] = from[count];
  return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count) {
  for (size_t i = 0; i < count; i++)
    to[i] = value;
  return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

wchar_t *wmemchr(const wchar_t *text, wchar_t wanted, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (text[i] == wanted)
      return (wchar_t *)&text[i];
  return NULL;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) { return wmemcpy(to, from, wcslen(from) + 1); }

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t most) {
  size_t length = wcsnlen(from, most);
  wmemcpy(to, from, length);
  wmemset(to + length, 0, most - length);
  return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wcscpy(to + wcslen(to), from);
  return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t most) {
  size_t length = wcsnlen(from, most);
  wchar_t *end = to + wcslen(to);
  wmemcpy(end, from, length);
  end[length] = 0;
  return to;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t most) {
  for (size_t i = 0; i < most; i++) {
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
    if (a[i] == 0)
      break;
  }
  return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, (size_t)-1); }

wchar_t *wcschr(const wchar_t *text, wchar_t wanted) {
  return wmemchr(text, wanted, wcslen(text) + 1);
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t wanted) {
  for (size_t i = wcslen(text) + 1; i-- > 0;)
    if (text[i] == wanted)
      return (wchar_t *)&text[i];
  return NULL;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted) {
  size_t length = wcslen(wanted);
  for (;; text++) {
    if (wcsncmp(text, wanted, length) == 0)
      return (wchar_t *)text;
    if (*text == 0)
      return NULL;
  }
}

wchar_t *wcsdup(const wchar_t *text) {
  size_t count = wcslen(text) + 1;
  if (__heddle_fault("wcsdup"))
    return NULL;
  wchar_t *copy = allocate_block(count * sizeof *text, 16, 0);
  return wmemcpy(copy, text, count);
}

wint_t btowc(int byte) { return byte >= 0 && byte < 128 ? (wint_t)byte : WEOF; }

int iswdigit(wint_t c) { return c >= '0' && c <= '9'; }
int iswlower(wint_t c) { return c >= 'a' && c <= 'z'; }
int iswupper(wint_t c) { return c >= 'A' && c <= 'Z'; }
int iswalpha(wint_t c) { return iswlower(c) || iswupper(c); }
int iswalnum(wint_t c) { return iswalpha(c) || iswdigit(c); }
int iswspace(wint_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
wint_t towlower(wint_t c) { return iswupper(c) ? c + ('a' - 'A') : c; }
wint_t towupper(wint_t c) { return iswlower(c) ? c - ('a' - 'A') : c; }
