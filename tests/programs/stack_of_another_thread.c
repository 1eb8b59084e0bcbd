// expect: FALSE(reach)
// properties: reach
// engines: reference
// Each thread's own memory is at its own place: an address that two threads exchange is none of
// one's own variables.
#include <assert.h>
#include <pthread.h>

static int *volatile published;

static void *publishes(void *argument) {
  volatile int own = 0;
  published = (int *)&own;
  while (!own)
    ;
  assert(0);
  return argument;
}

static void *writes(void *argument) {
  int *place = published;
  if (place)
    *place = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, publishes, 0);
  pthread_create(&thread, 0, writes, 0);
  pthread_exit(0);
}
// SPDX-License-Identifier: Apache-2.0
