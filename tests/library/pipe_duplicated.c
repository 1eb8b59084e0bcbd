// expect: TRUE
// properties: reach,deadlock
#include <assert.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char byte;
  pipe(ends);
  int copy = dup(ends[1]);
  assert(copy == 5 && dup2(ends[1], 9) == 9);
  close(ends[1]);
  close(copy);
  write(9, "x", 1);
  close(9);
  assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
  assert(read(ends[0], &byte, 1) == 0);
}
// SPDX-License-Identifier: Apache-2.0
