/* Formatting into memory: lengths, truncation, termination, building strings. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *const *words, int n, const char *between) {
  size_t size = 1;
  for (int i = 0; i < n; i++)
    size += strlen(words[i]) + strlen(between);
  char *result = malloc(size), *at = result;
  *at = '\0';
  for (int i = 0; i < n; i++)
    at += sprintf(at, "%s%s", i ? between : "", words[i]);
  return result;
}

int main(void) {
  char buffer[16];
  for (int size = 0; size < 9; size++) {
    memset(buffer, '#', sizeof buffer);
    int n = snprintf(buffer, (size_t)size, "%d:%s", 42, "abc");
    printf("%d %d ", size, n);
    for (int i = 0; i < 9; i++)
      putchar(buffer[i] ? buffer[i] : '0');
    putchar('\n');
  }
  printf("%d\n", snprintf(NULL, 0, "%s", "counted only"));
  static const char *const words[] = {"alpha", "beta", "gamma"};
  char *text = join(words, 3, ", ");
  puts(text);
  free(text);
  char *made;
  int n = asprintf(&made, "%05d|%-4s|%x", 37, "ab", 255u);
  printf("%s %d\n", made, n);
  free(made);
  char hex[3 * 4 + 1];
  unsigned char bytes[] = {0, 15, 16, 255};
  for (int i = 0; i < 4; i++)
    sprintf(hex + i * 3, "%02x ", bytes[i]);
  printf("%s\n", hex);
  sprintf(buffer, "%c%c%c", 'x', '\0', 'y');
  printf("%d %c\n", (int)strlen(buffer), buffer[2]);
  return n;
}
// SPDX-License-Identifier: Apache-2.0
