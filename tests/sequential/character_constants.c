/* Escapes, multi-byte and wide literals. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <uchar.h>

int main(void) {
  static const char escapes[] = "\a\b\f\n\r\t\v\\\'\"\?\0\1\12\123\x7f";
  for (unsigned i = 0; i < sizeof escapes; i++)
    printf("%d ", escapes[i]);
  printf("\n");
  const char *utf8 = u8"\u00e9\u20ac";
  for (const char *p = utf8; *p; p++)
    printf("%02x ", (unsigned char)*p);
  printf("%d\n", (int)strlen(utf8));
  const wchar_t *wide = L"w\u00efde";
  int n = 0;
  while (wide[n])
    printf("%x ", (unsigned)wide[n++]);
  printf("%d\n", n);
  const char16_t *sixteen = u"\U0001f600x";
  for (n = 0; sixteen[n]; n++)
    printf("%x ", sixteen[n]);
  const char32_t *thirty_two = U"\U0001f600x";
  for (n = 0; thirty_two[n]; n++)
    printf("%x ", (unsigned)thirty_two[n]);
  printf("\n");
  printf("%d %d\n", (int)sizeof u"ab", (int)sizeof U"ab");
  char exact[3] = "abc";
  char padded[6] = "ab";
  printf("%c%c %d %d\n", exact[2], padded[1], padded[5], (int)sizeof exact);
  char lines[] = "one\
two";
  printf("%s\n", lines);
  printf("%s", "tab\there\n");
  printf("%d\n", 'a' == 97 && '0' + 9 == '9');
  return (int)sizeof escapes;
}
// SPDX-License-Identifier: Apache-2.0
