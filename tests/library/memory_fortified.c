// expect: TRUE
/* What headers make of the plain functions with _FORTIFY_SOURCE. */
#include <assert.h>
#include <stddef.h>
#include <string.h>
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__strcat_chk(char *, const char *, size_t);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __printf_chk(int, const char *, ...);
int main(void) {
  char buffer[8];
  __strcpy_chk(buffer, "ab", 8);
  __strcat_chk(buffer, "cd", 8);
  assert(strcmp(buffer, "abcd") == 0);
  __memset_chk(buffer, 0, 8, 8);
  __memcpy_chk(buffer, "xy", 2, 8);
  __memmove_chk(buffer + 1, buffer, 2, 7);
  __strncpy_chk(buffer + 4, "z", 2, 4);
  assert(strcmp(buffer, "xxy") == 0);
  assert(__sprintf_chk(buffer, 1, 8, "%d", 12) == 2);
  assert(__snprintf_chk(buffer, 2, 1, 8, "%d", 345) == 3 && buffer[0] == '3');
  __printf_chk(1, "%s\n", buffer);
}
// SPDX-License-Identifier: Apache-2.0
