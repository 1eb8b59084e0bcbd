// SPDX-License-Identifier: Apache-2.0
// A log keeps 32 bits of the address of every object, to save room. A new object is mistaken for one that is gone.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static uint32_t closed;

int main(void) {
  int *session = malloc(sizeof *session);
  closed = (uint32_t)(uintptr_t)session;
  int *other = malloc(sizeof *other);
  free(session);
  int *next = malloc(sizeof *next);
  assert((uint32_t)(uintptr_t)next != closed);
  free(next);
  free(other);
  return 0;
}
