// expect: TRUE
// properties: reach,deadlock,race
// engines: reference explicit
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int ends[2];
static void *answer(void *unused) {
  char byte;
  while (recv(ends[1], &byte, 1, 0) == 1) {
    byte++;
    send(ends[1], &byte, 1, MSG_NOSIGNAL);
  }
  close(ends[1]);
  return unused;
}
int main(void) {
  pthread_t thread;
  char byte = 'a';
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_create(&thread, NULL, answer, NULL);
  write(ends[0], &byte, 1);
  assert(read(ends[0], &byte, 1) == 1 && byte == 'b');
  shutdown(ends[0], SHUT_WR);
  assert(read(ends[0], &byte, 1) == 0);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
