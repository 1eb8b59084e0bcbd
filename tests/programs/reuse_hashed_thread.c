// SPDX-License-Identifier: Apache-2.0
// The owner of a lock is kept as a hash of its pthread_t. A new thread with the id of one that was joined seems to own
// it already.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uintptr_t owner;

static uintptr_t self(void) { return (uintptr_t)pthread_self() * 2654435761u; }

static void *take(void *unused) {
  owner = self(); /* and forgets to give it back */
  return unused;
}

static void *enter(void *unused) {
  assert(owner != self());
  return unused;
}

static void run(void *(*start)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, start, NULL);
  pthread_join(thread, NULL);
}

int main(void) {
  run(take);
  run(enter);
  return 0;
}
