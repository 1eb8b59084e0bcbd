// expect: TRUE
// engines: reference explicit
// Nothing remembers the address of a block that was freed when the next one is allocated.
#include <assert.h>
#include <stdlib.h>

static int *current;

static void renew(int value) {
  free(current);
  current = NULL;
  int *fresh = malloc(sizeof *fresh);
  *fresh = value;
  current = fresh;
}

int main(void) {
  int *other = malloc(sizeof *other);
  for (int i = 0; i < 3; i++) {
    renew(i);
    assert(current != other && *current == i);
  }
  free(current);
  free(other);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
