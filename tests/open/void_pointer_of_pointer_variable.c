// expect: FALSE(reach)
/* The variable tells what it leads to. */
#include <assert.h>
#include <stdlib.h>
struct message {
  int kind, length;
};
int receive(void *memory, unsigned long size);

int main(void) {
  struct message *message = malloc(sizeof *message);
  message->length = 2;
  receive(message, sizeof *message);
  assert(message->length == 2);
}
// SPDX-License-Identifier: Apache-2.0
