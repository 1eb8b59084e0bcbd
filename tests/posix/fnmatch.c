// Patterns of names.
#define _GNU_SOURCE
#include <assert.h>
#include <fnmatch.h>

int main(void) {
  assert(fnmatch("*.c", "main.c", 0) == 0 && fnmatch("*.c", "main.h", 0) == FNM_NOMATCH);
  assert(fnmatch("?a*", "banana", 0) == 0 && fnmatch("?", "", 0) == FNM_NOMATCH);
  assert(fnmatch("[a-c]x", "bx", 0) == 0 && fnmatch("[!a-c]x", "bx", 0) == FNM_NOMATCH);
  assert(fnmatch("[]x]", "]", 0) == 0 && fnmatch("a\\*", "a*", 0) == 0);
  assert(fnmatch("a\\*", "ab", 0) == FNM_NOMATCH && fnmatch("a\\*", "a\\b", FNM_NOESCAPE) == 0);
  assert(fnmatch("*", "a/b", 0) == 0 && fnmatch("*", "a/b", FNM_PATHNAME) == FNM_NOMATCH);
  assert(fnmatch("*/b", "a/b", FNM_PATHNAME) == 0);
  assert(fnmatch("*", ".a", FNM_PERIOD) == FNM_NOMATCH && fnmatch(".*", ".a", FNM_PERIOD) == 0);
  assert(fnmatch("a/*", "a/.b", FNM_PERIOD) == 0);
  assert(fnmatch("a/*", "a/.b", FNM_PERIOD | FNM_PATHNAME) == FNM_NOMATCH);
  assert(fnmatch("AB", "ab", FNM_CASEFOLD) == 0 && fnmatch("a", "a/b", FNM_LEADING_DIR) == 0);
  assert(fnmatch("**a**b", "xaxxb", 0) == 0 && fnmatch("", "", 0) == 0);
  return 0;
}
