// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
/* The number comes back: the second close closes what somebody else has opened. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int descriptor;
static void *close_again(void *unused) {
  close(descriptor);
  return unused;
}
int main(void) {
  pthread_t thread;
  int ends[2];
  descriptor = dup(1);
  pthread_create(&thread, NULL, close_again, NULL);
  close(descriptor);
  pipe(ends);
  char byte;
  write(ends[1], "x", 1);
  assert(read(ends[0], &byte, 1) == 1);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
