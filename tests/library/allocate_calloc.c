// expect: TRUE
/* Zeroed, and NULL where the size overflows. */
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *p = calloc(3, sizeof *p);
  assert(p[0] == 0 && p[2] == 0);
  free(p);
  volatile size_t huge = SIZE_MAX / 2;
  assert(calloc(huge, 4) == NULL && errno == ENOMEM);
}
// SPDX-License-Identifier: Apache-2.0
