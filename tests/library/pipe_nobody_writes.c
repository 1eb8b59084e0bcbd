// expect: FALSE(deadlock)
// properties: deadlock
// engines: reference explicit
#include <unistd.h>
int main(void) {
  int ends[2];
  char byte;
  pipe(ends);
  read(ends[0], &byte, 1);
}
// SPDX-License-Identifier: Apache-2.0
