// expect: FALSE(memory)
// A pointer at an odd address keeps the freed block from being forgotten.
#include <stdlib.h>

struct __attribute__((packed)) {
  char first;
  int *p;
} odd;

static void set(void) { odd.p = malloc(sizeof *odd.p); }
static void clear(void) { free(odd.p); }

int main(void) {
  set();
  clear();
  free(NULL);
  int *fresh = malloc(sizeof *fresh);
  *odd.p = 6;
  return *fresh;
}
// SPDX-License-Identifier: Apache-2.0
