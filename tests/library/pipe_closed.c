// expect: TRUE
// properties: reach,memory
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char byte;
  pipe(ends);
  close(ends[0]);
  signal(SIGPIPE, SIG_IGN);
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
  assert(read(ends[1], &byte, 1) == -1 && errno == EBADF);
  assert(close(ends[1]) == 0);
  assert(close(ends[1]) == -1 && errno == EBADF);
  assert(read(ends[1], &byte, 1) == -1 && errno == EBADF);
  assert(write(77, "x", 1) == -1 && errno == EBADF);
}
// SPDX-License-Identifier: Apache-2.0
