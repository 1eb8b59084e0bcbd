// expect: FALSE(reach)
/* Through pointers that it finds. */
#include <assert.h>

struct node {
  int value;
  struct node *next;
};
void update(struct node *list);

int main(void) {
  struct node third = {3, 0}, second = {2, &third}, first = {1, &second};
  update(&first);
  assert(third.value == 3);
}
// SPDX-License-Identifier: Apache-2.0
