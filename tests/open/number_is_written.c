// expect: FALSE(reach)
#include <assert.h>

void get_id(int *id);

int main(void) {
  int id = 3;
  get_id(&id);
  assert(id == 3);
}
// SPDX-License-Identifier: Apache-2.0
