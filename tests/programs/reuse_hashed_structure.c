// SPDX-License-Identifier: Apache-2.0
// A hash function reads a structure on the heap in words of 32 bits, among them the halves of an address.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <stdlib.h>

struct key {
  void *object;
  int number;
};

static unsigned last;

static unsigned hash(const void *data, unsigned count) {
  const unsigned *words = data;
  unsigned result = 0;
  for (unsigned i = 0; i < count; i++)
    result = (result ^ words[i] * 0xcc9e2d51u) * 5 + 0xe6546b64u;
  return result;
}

static unsigned key_of(void *object) {
  struct key *key = calloc(1, sizeof *key);
  key->object = object;
  unsigned result = hash(key, sizeof *key / sizeof(unsigned));
  free(key);
  return result;
}

int main(void) {
  char *first = malloc(8);
  last = key_of(first);
  char *other = malloc(8);
  free(first);
  char *second = malloc(8);
  assert(key_of(second) != last);
  free(second);
  free(other);
  return 0;
}
