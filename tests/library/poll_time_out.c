// expect: TRUE
// properties: reach,deadlock
#include <assert.h>
#include <poll.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  pipe(ends);
  struct pollfd list[] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}};
  assert(poll(list, 1, 100) == 0);
  assert(poll(list, 2, 100) == 1 && list[1].revents == POLLOUT);
}
// SPDX-License-Identifier: Apache-2.0
