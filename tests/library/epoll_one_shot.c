// expect: TRUE
// properties: reach,deadlock
#include <assert.h>
#include <sys/epoll.h>
#include <unistd.h>
int main(void) {
  int ends[2], watcher = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT}, found;
  pipe(ends);
  epoll_ctl(watcher, EPOLL_CTL_ADD, ends[0], &event);
  write(ends[1], "x", 1);
  assert(epoll_wait(watcher, &found, 1, -1) == 1);
  assert(epoll_wait(watcher, &found, 1, 0) == 0);
  epoll_ctl(watcher, EPOLL_CTL_MOD, ends[0], &event);
  assert(epoll_wait(watcher, &found, 1, -1) == 1);
  close(ends[0]);
  assert(epoll_wait(watcher, &found, 1, 0) == 0);
}
// SPDX-License-Identifier: Apache-2.0
