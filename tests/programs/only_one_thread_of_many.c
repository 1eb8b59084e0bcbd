// expect: TRUE
// properties: reach
// engines: reference modular
// A thread that is created once is not met by another of its kind.
#include <assert.h>
#include <pthread.h>

static int owned;

static void *owns(void *argument) {
  owned = 1;
  assert(owned == 1);
  owned = 2;
  assert(owned == 2);
  return argument;
}

static void *looks(void *argument) {
  assert(owned >= 0 && owned <= 2);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, owns, 0);
  for (int i = 0; i < 3; i++)
    pthread_create(&thread, 0, looks, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
