// expect: FALSE(deadlock)
// properties: deadlock
// engines: reference explicit
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int ends[2];
static void *talk(void *which) {
  char byte;
  int mine = ends[which != NULL];
  read(mine, &byte, 1);
  write(mine, &byte, 1);
  return NULL;
}
int main(void) {
  pthread_t thread;
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  pthread_create(&thread, NULL, talk, ends);
  talk(NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
