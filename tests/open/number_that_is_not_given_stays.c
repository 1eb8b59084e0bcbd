// expect: TRUE
#include <assert.h>

void get_id(int *id);

int main(void) {
  int id = 3, other = 4;
  get_id(&id);
  assert(other == 4);
  return id;
}
// SPDX-License-Identifier: Apache-2.0
