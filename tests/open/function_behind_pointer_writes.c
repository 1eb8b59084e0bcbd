// expect: FALSE(reach)
#include <assert.h>

void get_id(int *id);
static void (*getter)(int *id) = get_id;

int main(void) {
  int id = 3, other = 4;
  get_id(&other);
  getter(&id);
  assert(id == 3);
}
// SPDX-License-Identifier: Apache-2.0
