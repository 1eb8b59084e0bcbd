// expect: TRUE
// properties: reach,deadlock
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
int main(void) {
  int ends[2], count = -1;
  char byte;
  assert(pipe(ends) == 0);
  assert(fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK) == 0);
  assert(read(ends[0], &byte, 1) == -1 && errno == EAGAIN);
  write(ends[1], "abc", 3);
  assert(ioctl(ends[0], FIONREAD, &count) == 0 && count == 3);
  assert(read(ends[0], &byte, 1) == 1 && byte == 'a');
}
// SPDX-License-Identifier: Apache-2.0
