// expect: FALSE(reach)
// properties: reach
/* Something may come from outside, or not; that is no deadlock. */
#include <assert.h>
#include <poll.h>
#include <sys/socket.h>
int main(void) {
  struct pollfd list[] = {{socket(AF_INET, SOCK_STREAM, 0), POLLIN | POLLOUT, 0}};
  assert(poll(list, 1, -1) == 1 && list[0].revents != 0);
  assert(list[0].revents == POLLIN);
}
// SPDX-License-Identifier: Apache-2.0
