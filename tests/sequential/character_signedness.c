/* Plain, signed and unsigned char. */
#include <limits.h>
#include <stdio.h>

int main(void) {
  char plain = '\xff';
  signed char s = (signed char)0xff;
  unsigned char u = 0xff;
  printf("%d %d %d\n", plain == s, s, u);
  printf("%d %d\n", CHAR_MIN < 0, plain < 0);
  printf("%d %d %d\n", '\377', 'A' + 1, (int)sizeof 'a');
  printf("%d %d\n", s == u, (unsigned char)s == u);
  const char *text = "\x80\x7f\0z";
  printf("%d %d %d %c\n", text[0], text[1], text[2], text[3]);
  for (u = 250; u >= 250; u++)
    printf("%d ", u);
  printf("\n");
  for (s = 125; s > 0; s = (signed char)(s + 1))
    printf("%d ", s);
  printf("\n");
  int table[256] = {0};
  for (const char *p = "hello"; *p; p++)
    table[(unsigned char)*p]++;
  printf("%d %d\n", table['l'], table['o']);
  char c = 127;
  c++;
  printf("%d\n", c);
  c = (char)(c - 1);
  printf("%d\n", c);
  unsigned v = plain;
  printf("%u %u\n", v, (unsigned char)plain);
  printf("%d %d %d\n", '\n', '\t', '\\');
  printf("%d %d\n", '\101', '\x41');
  {
    int wide = L'x';
    printf("%d\n", wide);
  }
  printf("%s\n", "adjacent " "strings" "\0hidden");
  return u;
}
// SPDX-License-Identifier: Apache-2.0
