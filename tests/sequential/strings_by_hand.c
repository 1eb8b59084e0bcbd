/* Text processing with pointers only. */
#include <stdio.h>

static void reverse(char *s) {
  char *end = s;
  while (*end)
    end++;
  while (s < --end) {
    char t = *s;
    *s++ = *end;
    *end = t;
  }
}

static void to_text(int n, int base, char *out) {
  char *at = out;
  unsigned u = n < 0 ? 0u - (unsigned)n : (unsigned)n;
  do
    *at++ = "0123456789abcdefghijklmnopqrstuvwxyz"[u % (unsigned)base];
  while (u /= (unsigned)base);
  if (n < 0)
    *at++ = '-';
  *at = '\0';
  reverse(out);
}

static int is_palindrome(const char *s) {
  const char *end = s;
  while (*end)
    end++;
  while (s < end)
    if (*s++ != *--end)
      return 0;
  return 1;
}

static void caesar(char *s, int shift) {
  for (; *s; s++)
    if (*s >= 'a' && *s <= 'z')
      *s = (char)('a' + (*s - 'a' + shift + 26) % 26);
}

static int run_length(const char *s, char *out) {
  char *start = out;
  while (*s) {
    int n = 1;
    while (s[n] == *s)
      n++;
    *out++ = *s;
    if (n > 1)
      *out++ = (char)('0' + n);
    s += n;
  }
  *out = '\0';
  return (int)(out - start);
}

static int match(const char *p, const char *s) {
  for (; *p; p++, s++) {
    if (*p == '*')
      return match(p + 1, s) || (*s && match(p, s + 1));
    if (!*s || (*p != '?' && *p != *s))
      return 0;
  }
  return !*s;
}

int main(void) {
  char buffer[40];
  for (int base = 2; base <= 36; base += 17) {
    to_text(-12345, base, buffer);
    printf("%s ", buffer);
  }
  to_text(-2147483647 - 1, 10, buffer);
  printf("%s\n", buffer);
  printf("%d %d %d\n", is_palindrome("level"), is_palindrome("levels"), is_palindrome(""));
  char text[] = "the quick brown fox";
  caesar(text, 13);
  printf("%s\n", text);
  caesar(text, -13);
  printf("%s\n", text);
  printf("%d %s\n", run_length("aaabccdddd", buffer), buffer);
  printf("%d %d %d\n", match("a*c?", "abbbcd"), match("*x*", "abc"), match("**", ""));
  return run_length("zzzz", buffer);
}
// SPDX-License-Identifier: Apache-2.0
