/* Finding bytes, strings and sets. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static void at(const char *what, const void *found, const void *start) {
  printf("%s %d\n", what, found ? (int)((const char *)found - (const char *)start) : -1);
}

int main(void) {
  const char *text = "the cat sat on the mat";
  at("strchr t", strchr(text, 't'), text);
  at("strchr z", strchr(text, 'z'), text);
  at("strchr 0", strchr(text, '\0'), text);
  at("strrchr t", strrchr(text, 't'), text);
  at("strrchr 0", strrchr(text, 0), text);
  at("index", index(text, 'c'), text);
  at("rindex", rindex(text, 'c'), text);
  at("strchrnul", strchrnul(text, 'q'), text);
  at("strstr", strstr(text, "the mat"), text);
  at("strstr none", strstr(text, "them"), text);
  at("strstr empty", strstr(text, ""), text);
  at("strcasestr", strcasestr(text, "SAT"), text);
  at("strpbrk", strpbrk(text, "xyzs"), text);
  at("strpbrk none", strpbrk(text, "xyz"), text);
  at("memchr", memchr(text, 'o', 22), text);
  at("memchr short", memchr(text, 'o', 5), text);
  at("memrchr", memrchr(text, 'a', 22), text);
  at("memmem", memmem(text, 22, "on", 2), text);
  at("memmem none", memmem(text, 3, "there", 5), text);
  at("rawmemchr", rawmemchr(text, 'm'), text);
  printf("%d %d\n", (int)strspn("aabbccd", "abc"), (int)strspn("xyz", ""));
  printf("%d %d\n", (int)strcspn("hello, world", ",! "), (int)strcspn("abc", ""));
  printf("%s\n", basename("/usr/lib/libc.so"));
  printf("%d %d %d\n", ffs(0), ffs(8), ffs(-1));
  return (int)(strstr("ababac", "abac") - "ababac" < 0) + 7;
}
// SPDX-License-Identifier: Apache-2.0
