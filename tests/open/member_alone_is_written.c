// expect: TRUE
/* A pointer to a member does not lead to the others. */
#include <assert.h>

struct pair {
  int first, second;
};
void get_id(int *id);

int main(void) {
  struct pair pair = {1, 2};
  get_id(&pair.first);
  assert(pair.second == 2);
  return pair.first;
}
// SPDX-License-Identifier: Apache-2.0
