// expect: TRUE
// properties: reach,deadlock,race
// engines: reference explicit
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
static int ends[2];
static void *write_byte(void *unused) {
  write(ends[1], "x", 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = 7}, found[2];
  int watcher = epoll_create1(0);
  pipe(ends);
  assert(epoll_ctl(watcher, EPOLL_CTL_MOD, ends[0], &event) == -1 && errno == ENOENT);
  assert(epoll_ctl(watcher, EPOLL_CTL_ADD, ends[0], &event) == 0);
  assert(epoll_ctl(watcher, EPOLL_CTL_ADD, ends[0], &event) == -1 && errno == EEXIST);
  assert(epoll_wait(watcher, found, 2, 10) == 0);
  pthread_create(&thread, NULL, write_byte, NULL);
  assert(epoll_wait(watcher, found, 2, -1) == 1);
  assert(found[0].events == EPOLLIN && found[0].data.u32 == 7);
  assert(epoll_wait(watcher, found, 2, -1) == 1); /* level-triggered */
  assert(epoll_ctl(watcher, EPOLL_CTL_DEL, ends[0], NULL) == 0);
  assert(epoll_wait(watcher, found, 2, 0) == 0);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
