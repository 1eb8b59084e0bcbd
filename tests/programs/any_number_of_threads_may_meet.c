// expect: FALSE(reach)
// properties: reach
// engines: order auto
// Three threads are needed: one raises the flag, one sees it and raises the other, one sees both.
// What is true of any two threads does not rule that out.
#include <assert.h>
#include <pthread.h>

static volatile int first, second;

static void *raises(void *argument) {
  first = 1;
  return argument;
}

static void *follows(void *argument) {
  if (first)
    second = 1;
  return argument;
}

static void *watches(void *argument) {
  if (second)
    assert(!first);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, raises, 0);
  pthread_create(&thread, 0, follows, 0);
  pthread_create(&thread, 0, watches, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
