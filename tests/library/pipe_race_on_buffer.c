// expect: FALSE(race)
// properties: race
// engines: reference explicit
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static char byte;
static void *receive(void *unused) {
  read(ends[0], &byte, 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pipe(ends);
  write(ends[1], "x", 1);
  pthread_create(&thread, NULL, receive, NULL);
  byte = 'y';
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
