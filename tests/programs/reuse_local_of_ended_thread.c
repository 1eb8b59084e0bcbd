// SPDX-License-Identifier: Apache-2.0
// A new thread may get the stack of one that was joined, and so a local variable at an address that was one before.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <pthread.h>

static int *kept;

static void *first(void *unused) {
  int local = 0;
  kept = &local;
  return unused;
}

static void *second(void *unused) {
  int local = 0;
  assert(&local != kept);
  return unused;
}

static void run(void *(*start)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, start, NULL);
  pthread_join(thread, NULL);
}

int main(void) {
  run(first);
  run(second);
  return 0;
}
