// SPDX-License-Identifier: Apache-2.0
// A table of names that are made from addresses: a name stays when its object is gone.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char registered[32];

static void print(char *name, void *address) { snprintf(name, 32, "%p", address); }

int main(void) {
  char name[32];
  int *first = malloc(sizeof *first);
  print(registered, first);
  int *other = malloc(sizeof *other);
  free(first);
  int *second = malloc(sizeof *second);
  print(name, second);
  assert(strcmp(name, registered) != 0);
  free(second);
  free(other);
  return 0;
}
