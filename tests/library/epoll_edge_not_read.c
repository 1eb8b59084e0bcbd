// expect: FALSE(deadlock)
// properties: deadlock
// engines: reference explicit
/* Edge-triggered: what was reported and not read is not reported again. */
#include <sys/epoll.h>
#include <unistd.h>
int main(void) {
  int ends[2], watcher = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN | EPOLLET}, found;
  char byte;
  pipe(ends);
  epoll_ctl(watcher, EPOLL_CTL_ADD, ends[0], &event);
  write(ends[1], "xy", 2);
  epoll_wait(watcher, &found, 1, -1);
  read(ends[0], &byte, 1);
  epoll_wait(watcher, &found, 1, -1);
}
// SPDX-License-Identifier: Apache-2.0
