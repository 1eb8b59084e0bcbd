// expect: TRUE
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>
int main(void) {
  wchar_t text[12];
  assert(wcscpy(text, L"loom") == text && wcslen(text) == 4);
  assert(wcscmp(text, L"loon") < 0 && wcsncmp(text, L"loon", 3) == 0 && wcscmp(L"", text) < 0);
  wcscat(text, L"s");
  wcsncat(text, L"xyz", 1);
  assert(wmemcmp(text, L"loomsx", 7) == 0);
  assert(wcschr(text, L'o') == text + 1 && wcsrchr(text, L'o') == text + 2 && wcschr(text, 0) == text + 6);
  assert(wcsstr(text, L"ms") == text + 3 && wcsstr(text, L"q") == NULL);
  wmemmove(text + 1, text, 4);
  assert(text[1] == L'l' && text[4] == L'm');
  wcsncpy(text, L"ab", 4);
  assert(text[2] == 0 && text[3] == 0 && text[4] == L'm');
  wchar_t *copy = wcsdup(text);
  assert(wcsnlen(copy, 1) == 1 && towupper(copy[1]) == L'B' && iswalpha(copy[0]) && !iswdigit(copy[0]));
  free(copy);
}
// SPDX-License-Identifier: Apache-2.0
