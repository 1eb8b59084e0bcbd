/* SPDX-License-Identifier: Apache-2.0 */
/* Functions on texts and bytes that few programs use. */
#define _GNU_SOURCE
#include "errors.h"
#include "heddle.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Numbers of six bits for each character, the lowest first. */
static const char digits64[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

long a64l(const char *text) {
  unsigned result = 0;
  for (unsigned i = 0; i < 6 && text[i] != '\0'; i++) {
    const char *digit = strchr(digits64, text[i]);
    if (digit == NULL)
      break;
    result |= (unsigned)(digit - digits64) << 6 * i;
  }
  return (long)result;
}

char *l64a(long number) {
  static char text[7];
  unsigned rest = (unsigned)number, length = 0;
  for (; rest != 0; rest >>= 6)
    text[length++] = digits64[rest & 63];
  text[length] = '\0';
  return text;
}

void swab(const void *from, void *to, ssize_t size) {
  const char *source = from;
  char *target = to;
  for (ssize_t i = 0; i + 1 < size; i += 2) {
    char first = source[i];
    target[i] = source[i + 1];
    target[i + 1] = first;
  }
}

/* Options separated by commas, each with a value or not. */
int getsubopt(char **options, char *const *names, char **value) {
  char *option = *options;
  *value = NULL;
  if (*option == '\0')
    return -1;
  char *end = strchr(option, ',');
  if (end != NULL)
    *end++ = '\0';
  else
    end = option + strlen(option);
  *options = end;
  char *equals = strchr(option, '=');
  size_t length = equals != NULL ? (size_t)(equals - option) : strlen(option);
  for (int i = 0; names[i] != NULL; i++)
    if (strncmp(names[i], option, length) == 0 && names[i][length] == '\0') {
      *value = equals != NULL ? equals + 1 : NULL;
      return i;
    }
  *value = option;
  return -1;
}

/* Changes every byte in a way that changes it back. */
void *memfrob(void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    ((unsigned char *)bytes)[i] ^= 42;
  return bytes;
}
