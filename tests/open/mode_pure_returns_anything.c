// expect: FALSE(reach)
// options: --undefined pure
#include <assert.h>

int get_id(int *id);

int main(void) {
  int id = 3;
  assert(get_id(&id) == 0);
}
// SPDX-License-Identifier: Apache-2.0
