// expect: FALSE(reach)
// properties: reach
// engines: reference order explicit
// A global that only the waiting thread touches makes each of its rounds count.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int rounds;

static void *raises(void *argument) {
  atomic_store(&flag, 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, raises, 0);
  while (!atomic_load(&flag))
    if (rounds < 3)
      rounds++;
  assert(rounds < 3);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
