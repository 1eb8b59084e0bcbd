/* SPDX-License-Identifier: Apache-2.0 */
/* Names that processes share, as glibc looks at them. */
#include "names.h"

#include "errors.h"

enum { LONGEST_NAME = 255 };

int __library_check_name(const char **name) {
  const char *at = *name;
  unsigned length = 0;
  while (*at == '/')
    at++;
  *name = at;
  for (; *at != '\0'; at++) {
    if (*at == '/')
      return ERROR_INVAL;
    length++;
  }
  if (length > LONGEST_NAME)
    return ERROR_NAMETOOLONG;
  return length == 0 ? ERROR_INVAL : 0;
}

int __library_is_name(const char *text, const char *name) {
  while (*text != '\0' && *text == *name) {
    text++;
    name++;
  }
  return *text == *name;
}
