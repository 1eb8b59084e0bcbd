// expect: FALSE(reach)
// properties: reach
/* A member of a union is written with the whole of it. */
#include <assert.h>

union text {
  int number;
  char bytes[16];
};

void put(const char *format, ...);

int main(void) {
  union text text = {.bytes = ""};
  put("%s", text.bytes);
  assert(text.bytes[3] != 5);
}
// SPDX-License-Identifier: Apache-2.0
