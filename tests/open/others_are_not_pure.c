// expect: FALSE(reach)
// options: --assume-pure log_number
#include <assert.h>

void log_number(int *number);
void get_id(int *id);

int main(void) {
  int number = 1, id = 2;
  log_number(&number);
  get_id(&id);
  assert(id == 2);
}
// SPDX-License-Identifier: Apache-2.0
