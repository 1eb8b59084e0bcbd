// SPDX-License-Identifier: Apache-2.0
// A cache keyed by a hash of the address. The entry of a freed object is not removed, and an object that gets the
// same address finds it. Nothing but the hash remembers the address.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct entry {
  uintptr_t key;
  int length;
};

static struct entry cache[1];

static uintptr_t hash(const void *address) { return ((uintptr_t)address * 31) >> 4; }

static int length_of(const char *text) {
  if (cache[0].key == hash(text))
    return cache[0].length;
  cache[0].key = hash(text);
  cache[0].length = text[0] == 'a' ? 1 : 2;
  return cache[0].length;
}

int main(void) {
  char *first = malloc(8);
  first[0] = 'a';
  assert(length_of(first) == 1);
  char *other = malloc(8);
  free(first);
  char *second = malloc(8);
  second[0] = 'b';
  assert(length_of(second) == 2);
  free(second);
  free(other);
  return 0;
}
