// expect: UNKNOWN(more than 256 bytes in a pipe or socket that nobody has read at tests/library/pipe_too_full.c:9)
// properties: reach
#include <unistd.h>
int main(void) {
  static char bytes[200];
  int ends[2];
  pipe(ends);
  for (int i = 0; i < 2; i++)
    write(ends[1], bytes, sizeof bytes);
}
// SPDX-License-Identifier: Apache-2.0
