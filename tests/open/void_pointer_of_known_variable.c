// expect: FALSE(reach)
#include <assert.h>

struct message {
  int kind, length;
};
int receive(void *memory, unsigned long size);

int main(void) {
  struct message message = {1, 2};
  receive(&message, sizeof message);
  assert(message.length == 2);
}
// SPDX-License-Identifier: Apache-2.0
