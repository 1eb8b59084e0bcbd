// SPDX-License-Identifier: Apache-2.0
// A message has the bytes of an address in network order, as an identifier. An answer to it is taken for one to a
// later object at the same address.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static unsigned char message[sizeof(void *)];

static void put(unsigned char *to, void *address) {
  unsigned char bytes[sizeof address];
  memcpy(bytes, &address, sizeof address);
  for (unsigned i = 0; i < sizeof address; i++)
    to[i] = bytes[sizeof address - 1 - i];
}

int main(void) {
  unsigned char answer[sizeof(void *)];
  char *request = malloc(16);
  put(message, request);
  char *other = malloc(16);
  free(request);
  char *next = malloc(16);
  put(answer, next);
  assert(memcmp(answer, message, sizeof answer) != 0);
  free(next);
  free(other);
  return 0;
}
