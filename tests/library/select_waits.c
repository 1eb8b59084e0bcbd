// expect: TRUE
// properties: reach,deadlock
// engines: reference explicit
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>
static int ends[2];
static void *write_byte(void *unused) {
  write(ends[1], "x", 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  fd_set reading, writing;
  pipe(ends);
  FD_ZERO(&reading);
  FD_ZERO(&writing);
  FD_SET(ends[0], &reading);
  pthread_create(&thread, NULL, write_byte, NULL);
  assert(select(ends[1] + 1, &reading, NULL, NULL, NULL) == 1 && FD_ISSET(ends[0], &reading));
  FD_SET(ends[1], &writing);
  assert(select(ends[1] + 1, &reading, &writing, NULL, NULL) == 2);
  char byte;
  read(ends[0], &byte, 1);
  struct timeval limit = {1, 0};
  assert(select(ends[1] + 1, &reading, NULL, NULL, &limit) == 0 && !FD_ISSET(ends[0], &reading));
  FD_SET(9, &reading);
  assert(select(10, &reading, NULL, NULL, NULL) == -1 && errno == EBADF);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
