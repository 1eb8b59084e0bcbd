// expect: TRUE
// properties: reach,deadlock,race
// engines: reference explicit
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
static int first[2], second[2];
static void *write_byte(void *unused) {
  write(second[1], "x", 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pipe(first);
  pipe(second);
  struct pollfd list[] = {{first[0], POLLIN, 0}, {second[0], POLLIN, 0}, {-1, POLLIN, 9}};
  pthread_create(&thread, NULL, write_byte, NULL);
  assert(poll(list, 3, -1) == 1);
  assert(list[0].revents == 0 && list[1].revents == POLLIN && list[2].revents == 0);
  close(first[1]);
  assert(poll(list, 3, 0) == 2 && list[0].revents == POLLHUP);
  list[0].fd = first[1];
  assert(poll(list, 1, 0) == 1 && list[0].revents == POLLNVAL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
