// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
int main(void) {
  int watcher = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN}, found[2];
  for (int i = 0; i < 2; i++) {
    event.data.fd = eventfd(1, 0);
    epoll_ctl(watcher, EPOLL_CTL_ADD, event.data.fd, &event);
  }
  assert(epoll_wait(watcher, found, 2, -1) == 2 && found[0].data.fd != found[1].data.fd);
  assert(found[0].data.fd < found[1].data.fd);
}
// SPDX-License-Identifier: Apache-2.0
