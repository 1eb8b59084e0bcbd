// SPDX-License-Identifier: Apache-2.0
// A byte of a pointer in a structure, beside numbers that are read as before.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit random order
// lp64-only
#include <assert.h>
#include <stddef.h>

struct node {
  int count;
  char *name;
  char flags[3];
};
static char one, other;
static struct node first = {3, &one, {1, 2, 3}}, second = {4, &other, {4, 5, 6}};

static unsigned char byte(struct node *node) { return ((unsigned char *)node)[offsetof(struct node, name) + 1]; }

int main(void) {
  assert(first.count + 1 == second.count && first.flags[1] == 2);
  assert(byte(&first) == byte(&first));
  assert(byte(&first) == byte(&second));
  return 0;
}
