// expect: FALSE(reach)
// properties: reach
/* Sleeping long is no promise that the other is done. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int done;
static void *run(void *argument) {
  done = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  sleep(10);
  assert(done);
}
// SPDX-License-Identifier: Apache-2.0
