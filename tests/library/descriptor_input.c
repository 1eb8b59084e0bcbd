// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  char byte = 0;
  int file = open("data", O_RDONLY);
  if (file >= 0 && read(file, &byte, 1) == 1)
    assert(byte != 'x');
  if (file >= 0)
    close(file);
}
// SPDX-License-Identifier: Apache-2.0
