// expect: TRUE
#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *p = reallocarray(NULL, 3, sizeof *p);
  p[2] = 5;
  volatile size_t huge = SIZE_MAX;
  assert(reallocarray(p, huge, 2) == NULL);
  assert(p[2] == 5);
  free(p);
}
// SPDX-License-Identifier: Apache-2.0
