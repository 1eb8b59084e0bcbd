// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(reach)
// properties: reach
// engines: graph auto
// expect rc11: FALSE(reach)
/* A thread comes to the loop of a lock again, with memory as it was the first time. That is no
 * iteration of that loop: the function was called once more, and its caller has gone on. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;

static void lock(void) {
  while (atomic_exchange(&locked, 1))
    ;
}

static void unlock(void) { atomic_store(&locked, 0); }

static void *work(void *argument) {
  int times;
  for (times = 0; times < 2; times++) {
    lock();
    unlock();
  }
  assert(times < 2);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
