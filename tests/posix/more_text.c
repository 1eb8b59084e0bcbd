// Numbers as text in base 64, bytes in pairs, options with values.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char text[8] = "abcdef", swapped[8] = "", options[] = "ro,size=12,other";
  char *names[] = {"ro", "size", NULL}, *at = options, *value;
  assert(a64l(l64a(123456789)) == 123456789 && a64l("/") == 1 && strcmp(l64a(0), "") == 0);
  printf("%s %ld\n", l64a(1000000), a64l("zzzzz1"));
  swab(text, swapped, 6);
  assert(strcmp(swapped, "badcfe") == 0);
  assert(getsubopt(&at, names, &value) == 0 && value == NULL);
  assert(getsubopt(&at, names, &value) == 1 && strcmp(value, "12") == 0);
  assert(getsubopt(&at, names, &value) == -1 && strcmp(value, "other") == 0);
  assert(getsubopt(&at, names, &value) == -1);
  memfrob(text, 6);
  memfrob(text, 6);
  assert(strcmp(text, "abcdef") == 0);
  return 0;
}
