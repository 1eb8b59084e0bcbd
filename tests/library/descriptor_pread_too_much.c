// expect: FALSE(memory)
// properties: memory
// engines: explicit
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  char bytes[4];
  int file = open("data", O_RDONLY);
  if (file >= 0)
    pread(file, bytes, 8, 0);
}
// SPDX-License-Identifier: Apache-2.0
