// expect: FALSE(deadlock)
// properties: deadlock
// engines: reference explicit
#include <poll.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  pipe(ends);
  struct pollfd list[] = {{ends[0], POLLIN, 0}};
  poll(list, 1, -1);
}
// SPDX-License-Identifier: Apache-2.0
