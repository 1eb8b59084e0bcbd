// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
// lp64-only
// Each thread has an id of its own; that no two threads differ in anything else proves nothing.
#include <assert.h>
#include <pthread.h>

static void *looks(void *argument) {
  unsigned long self = (unsigned long)pthread_self();
  assert((self >> 41) % 7 != 3);
  return argument;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 4; i++)
    pthread_create(&thread, 0, looks, 0);
  pthread_exit(0);
}
// SPDX-License-Identifier: Apache-2.0
