// expect: UNKNOWN(the undefined function receive, which gets memory of an unknown type, at tests/open/void_pointer_of_unknown_type.c:10)
/* Nobody knows what is there, so it is not decided. */
#include <stdlib.h>
struct message {
  int kind, length;
};
int receive(void *memory, unsigned long size);

int main(void) {
  return receive(malloc(sizeof(struct message)), sizeof(struct message));
}
// SPDX-License-Identifier: Apache-2.0
