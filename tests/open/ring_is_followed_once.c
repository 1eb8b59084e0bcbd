// expect: TRUE
/* The list leads back to its beginning. */
#include <assert.h>

struct node {
  int value;
  const struct node *next;
};
int count(const struct node *list);

int main(void) {
  struct node second = {2, 0}, first = {1, &second};
  second.next = &first;
  int number = count(&first);
  assert(first.value == 1 && second.next == &first);
  return number;
}
// SPDX-License-Identifier: Apache-2.0
